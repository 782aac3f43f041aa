#include "read/dir.h"

#include <errno.h>
#include <string.h>

#include "base/sort.h"
#include "base/strings.h"
#include "os/file.h"

static struct dir opened(int fd, const char *path)
{
	return (struct dir){ fd, path, fd < 0 ? os_failure() : 0 };
}

struct dir dir_open(struct arena *a, const struct place *p, const char *path)
{
	const char *real = *p->root ? arena_printf(a, "%s%s", p->root, path) : path;

	return opened(os_open_folder(real), path);
}

struct dir dir_in(struct arena *a, const struct dir *f, const char *name)
{
	const char *path = place_join(a, f->path, name);

	return opened(os_open_folder_in(f->fd, name), path);
}

void dir_close(struct dir *f)
{
	os_close(&f->fd);
}

const char *dir_why(struct arena *a, const struct dir *f)
{
	return f->failed == EFBIG ? arena_printf(a, "more than %d names", DIR_ENTRIES) :
		strerror(f->failed);
}

struct strings dir_list(struct arena *a, struct dir *f, bool (*wanted)(struct span))
{
	OS_FOLDER_AUTO all = os_folder_of(f->fd);
	struct strings names = { 0 };
	const char *name = NULL;

	for (size_t n = 0; n < DIR_ENTRIES && (name = os_folder_next(&all)); n++)
		if (name[0] != '.' && wanted(span_of(name)))
			strings_add(a, &names, arena_str(a, name));
	if (!f->failed)
		f->failed = name ? EFBIG : all.failed;
	sort_stable(names.v, names.n, sizeof *names.v, strings_by_text);
	return names;
}

static size_t fill(int file, char *to, size_t n)
{
	size_t have = 0;

	while (have < n) {
		ptrdiff_t got = os_read(file, to + have, n - have);

		if (got <= 0)
			break;
		have += (size_t)got;
	}
	return have;
}

bool dir_head(const struct dir *f, const char *name, char *to, size_t n, struct span *ret)
{
	OS_FILE_AUTO file = os_open_in(f->fd, name);
	ptrdiff_t got = file < 0 ? -1 : os_read(file, to, n);

	*ret = (struct span){ to, got < 0 ? 0 : (size_t)got };
	return got > 0;
}

bool dir_read(const struct dir *f, const char *name, struct buf *to, struct span *ret)
{
	OS_FILE_AUTO file = os_open_in(f->fd, name);
	struct os_info is = file < 0 ? (struct os_info){ OS_ABSENT, 0, 0, 0 } : os_info_of(file);

	to->n = 0;
	if (is.kind != OS_REGULAR || is.size > to->max || !buf_room(to, (size_t)is.size))
		return false;
	to->n = fill(file, to->p, (size_t)is.size);
	*ret = buf_view(to);
	return true;
}

bool dir_has(const struct dir *f, const char *name)
{
	return os_exists_in(f->fd, name);
}

const char *dir_link(struct arena *a, const struct dir *f, const char *name)
{
	return os_link_in(a, f->fd, name);
}
