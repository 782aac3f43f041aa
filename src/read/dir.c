#include "read/dir.h"

#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/sort.h"

enum { FLAGS = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY };

struct dir dir_open(struct arena *a, const struct place *p, const char *path)
{
	const char *real = *p->root ? arena_printf(a, "%s%s", p->root, path) : path;

	return (struct dir){ open(real, FLAGS | O_DIRECTORY), path };
}

struct dir dir_in(struct arena *a, const struct dir *f, const char *name)
{
	return (struct dir){ f->fd < 0 ? -1 : openat(f->fd, name, FLAGS | O_DIRECTORY),
				place_join(a, f->path, name) };
}

void dir_close(struct dir *f)
{
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void close_listing(DIR **d)
{
	if (*d)
		closedir(*d);
}

static DIR *listing(const struct dir *f)
{
	int fd = f->fd < 0 ? -1 : openat(f->fd, ".", FLAGS | O_DIRECTORY);
	DIR *d = fd < 0 ? NULL : fdopendir(fd);

	if (!d && fd >= 0)
		close(fd);
	return d;
}

struct strings dir_list(struct arena *a, const struct dir *f, bool (*wanted)(struct span))
{
	__attribute__((cleanup(close_listing))) DIR *d = listing(f);
	struct strings names = { 0 };
	struct dirent *entry;

	for (size_t n = 0; d && n < DIR_ENTRIES && (entry = readdir(d)); n++)
		if (entry->d_name[0] != '.' && wanted(span_of(entry->d_name)))
			strings_add(a, &names, arena_str(a, entry->d_name));
	sort_stable(names.v, names.n, sizeof *names.v, by_name);
	return names;
}

static void close_file(int *fd)
{
	if (*fd >= 0)
		close(*fd);
}

static size_t fill(int fd, char *to, size_t n)
{
	size_t have = 0;

	while (have < n) {
		ssize_t got = read(fd, to + have, n - have);

		if (got <= 0)
			break;
		have += (size_t)got;
	}
	return have;
}

bool dir_head(const struct dir *f, const char *name, char *to, size_t n, struct span *ret)
{
	__attribute__((cleanup(close_file))) int fd = f->fd < 0 ? -1 : openat(f->fd, name, FLAGS);
	ssize_t got = fd < 0 ? -1 : read(fd, to, n);

	*ret = (struct span){ to, got < 0 ? 0 : (size_t)got };
	return got > 0;
}

bool dir_read(const struct dir *f, const char *name, struct buf *to, struct span *ret)
{
	__attribute__((cleanup(close_file))) int fd = f->fd < 0 ? -1 : openat(f->fd, name, FLAGS);
	struct stat st;

	to->n = 0;
	if (fd < 0 || fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) ||
	    (uint64_t)st.st_size > to->max || !buf_room(to, (size_t)st.st_size))
		return false;
	to->n = fill(fd, to->p, (size_t)st.st_size);
	*ret = buf_view(to);
	return true;
}

bool dir_has(const struct dir *f, const char *name)
{
	return f->fd >= 0 && faccessat(f->fd, name, F_OK, 0) == 0;
}

const char *dir_link(struct arena *a, const struct dir *f, const char *name)
{
	char to[PATH_MAX];
	ssize_t n = f->fd < 0 ? -1 : readlinkat(f->fd, name, to, sizeof to);

	return n > 0 ? arena_span(a, (struct span){ to, (size_t)n }) : NULL;
}
