#include "read/package/source.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int file_read(struct source *s, uint64_t at, void *to, size_t n, struct err *e)
{
	char *p = to;

	while (n) {
		ssize_t got = pread(s->fd, p, n, (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return err_set(e, ERR_INPUT, "%s: cannot be read: %s", s->name,
				       strerror(errno));
		if (got == 0)
			return err_set(e, ERR_INPUT, "%s: became shorter while it was read",
				       s->name);
		p += got;
		at += (uint64_t)got;
		n -= (size_t)got;
	}
	return 0;
}

static void file_close(struct source *s)
{
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}

int source_file(struct arena *a, const char *path, struct source *ret, struct err *e)
{
	struct source s = { .name = arena_str(a, path), .read = file_read, .close = file_close };
	struct stat st;

	s.fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	if (s.fd < 0)
		return err_set(e, ERR_INPUT, "%s: cannot be opened: %s", path, strerror(errno));
	if (fstat(s.fd, &st) < 0 || !S_ISREG(st.st_mode)) {
		file_close(&s);
		return err_set(e, ERR_INPUT, "%s: is not a regular file", path);
	}
	s.size = (uint64_t)st.st_size;
	*ret = s;
	return 0;
}

static int memory_read(struct source *s, uint64_t at, void *to, size_t n, struct err *e)
{
	(void)e;
	memcpy(to, (const char *)s->own + at, n);
	return 0;
}

struct source source_memory(const char *name, const void *p, size_t n)
{
	return (struct source){ .name = name, .size = n, .read = memory_read, .fd = -1,
				.own = (void *)(uintptr_t)p };
}

static int part_read(struct source *s, uint64_t at, void *to, size_t n, struct err *e)
{
	return source_read(s->own, s->base + at, to, n, e);
}

static void part_ahead(struct source *s, uint64_t at, uint64_t n)
{
	source_ahead(s->own, s->base + at, n);
}

struct source source_part(struct source *whole, uint64_t at, uint64_t n)
{
	return (struct source){ .name = whole->name, .size = n, .remote = whole->remote,
				.read = part_read, .ahead = part_ahead, .fd = -1,
				.base = at, .own = whole };
}

int source_read(struct source *s, uint64_t at, void *to, size_t n, struct err *e)
{
	if (at > s->size || n > s->size - at)
		return err_set(e, ERR_INPUT,
			       "%s: cut or damaged: %zu bytes at %llu, but it has %llu", s->name,
			       n, (unsigned long long)at, (unsigned long long)s->size);
	__atomic_add_fetch(&s->bytes_read, n, __ATOMIC_RELAXED);
	return n ? s->read(s, at, to, n, e) : 0;
}

void source_ahead(struct source *s, uint64_t at, uint64_t n)
{
	if (s->ahead && at < s->size)
		s->ahead(s, at, n < s->size - at ? n : s->size - at);
}

void source_close(struct source *s)
{
	if (s->close)
		s->close(s);
	s->close = NULL;
}
