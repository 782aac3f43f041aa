#include "read/package/blob.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "door/sha256.h"
#include "fact/err_phrase.h"
#include "os/file.h"
#include "os/io.h"

static int file_read(struct blob *s, uint64_t at, void *to, size_t n, struct err *e)
{
	char *p = to;

	while (n) {
		ptrdiff_t got = os_read_at(s->fd, p, n, at);

		if (got < 0)
			ERR_SAY(e, ERR_INPUT, FILE_UNREADABLE, SAY(why, strerror(errno)));
		if (got == 0)
			ERR_SAY(e, ERR_INPUT, FILE_SHORTER);
		if (got <= 0)
			return err_at(e, "%s", s->name);
		p += got;
		at += (uint64_t)got;
		n -= (size_t)got;
	}
	return 0;
}

static void file_close(struct blob *s)
{
	os_close(&s->fd);
}

int blob_file(struct arena *a, const char *path, struct blob *ret, struct err *e)
{
	struct blob s = { .name = arena_str(a, path), .read = file_read, .close = file_close };
	struct os_info is = os_info(path);

	if (is.kind == OS_PIPE) {
		/* "inspect <(curl …)": a pipe comes whole, as what may be read anywhere. */
		enum { PIPE_MOST = 512 << 20 };
		struct span all;

		if (io_read(a, path, PIPE_MOST, &all, e))
			return e->code;
		*ret = blob_memory(arena_str(a, path), all.p, all.n);
		return 0;
	}
	s.fd = os_open(path);
	if (s.fd < 0)
		return io_closed(path, e);
	is = os_info_of(s.fd);
	if (is.kind != OS_REGULAR) {
		file_close(&s);
		return err_set(e, ERR_INPUT, "%s: is not a regular file", path);
	}
	s.size = is.size;
	*ret = s;
	return 0;
}

static int memory_read(struct blob *s, uint64_t at, void *to, size_t n, struct err *e)
{
	(void)e;
	memcpy(to, (const char *)s->own + at, n);
	return 0;
}

struct blob blob_memory(const char *name, const void *p, size_t n)
{
	return (struct blob){ .name = name, .size = n, .read = memory_read, .fd = -1,
				.own = (void *)(uintptr_t)p };
}

static int part_read(struct blob *s, uint64_t at, void *to, size_t n, struct err *e)
{
	return blob_read(s->own, s->base + at, to, n, e);
}

static void part_ahead(struct blob *s, uint64_t at, uint64_t n)
{
	blob_ahead(s->own, s->base + at, n);
}

struct blob blob_part(struct blob *whole, uint64_t at, uint64_t n)
{
	return (struct blob){ .name = whole->name, .size = n, .remote = whole->remote,
				.read = part_read, .ahead = part_ahead, .fd = -1,
				.base = at, .own = whole, .failure = whole->failure };
}

int blob_read(struct blob *s, uint64_t at, void *to, size_t n, struct err *e)
{
	if (at > s->size || n > s->size - at) {
		ERR_SAY(e, ERR_INPUT, FILE_CUT, SAY(have, ERR_NUMBER(n)), SAY(at, ERR_NUMBER(at)),
			SAY(size, ERR_NUMBER(s->size)));
		return err_at(e, "%s", s->name);
	}
	__atomic_add_fetch(&s->bytes_read, n, __ATOMIC_RELAXED);
	return n ? s->read(s, at, to, n, e) : 0;
}

void blob_ahead(struct blob *s, uint64_t at, uint64_t n)
{
	if (s->ahead && at < s->size)
		s->ahead(s, at, n < s->size - at ? n : s->size - at);
}

const struct err *blob_failure(const struct blob *s)
{
	return s->failure && s->failure->code ? s->failure : NULL;
}

void blob_damage(struct arena *a, const struct blob *s, const struct err *e, struct package *p)
{
	if (!blob_failure(s))
		package_damage(a, p, e);
}

void blob_close(struct blob *s)
{
	if (s->close)
		s->close(s);
	s->close = NULL;
}

enum { HASH_BLOCK = 256 << 10 };

int blob_file_size(const char *path, uint64_t *ret)
{
	struct os_info is = os_info(path);

	if (is.kind != OS_REGULAR)
		return ERR_NONE;
	*ret = is.size;
	return 0;
}

static int hash_all(struct blob *s, struct sha256 *h, uint8_t *block, struct err *e)
{
	for (uint64_t at = 0; at < s->size;) {
		size_t n = s->size - at < HASH_BLOCK ? (size_t)(s->size - at) : HASH_BLOCK;

		if (blob_read(s, at, block, n, e))
			return e->code;
		sha256_add(h, block, n);
		at += n;
	}
	return 0;
}

int blob_file_sha256(struct arena *a, const char *path, const char **ret, struct err *e)
{
	BLOB_AUTO s = { 0 };
	char hex[SHA256_HEX];
	struct sha256 h;
	uint8_t *block;
	int rc;

	if (blob_file(a, path, &s, e))
		return e->code;
	block = malloc(HASH_BLOCK);
	if (!block)
		return ERR_SAY(e, ERR_FAULT, NO_MEMORY_TO_READ, SAY(file, path));
	sha256_start(&h);
	rc = hash_all(&s, &h, block, e);
	free(block);
	if (rc)
		return rc;
	sha256_hex(&h, hex);
	*ret = arena_str(a, hex);
	return 0;
}
