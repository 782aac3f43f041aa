#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"
#include "os/save.h"

bool os_save_begin(struct arena *a, const char *path, struct os_save *ret)
{
	char *aside = arena_printf(a, "%s.XXXXXX", path);
	int file, why = 0;

	for (char *at = aside + 1; (at = strchr(at, '/')) != NULL; at++) {
		*at = '\0';
		if (mkdir(aside, 0700) && errno != EEXIST && !why)
			why = errno;
		*at = '/';
	}
	file = mkostemp(aside, O_CLOEXEC);
	if (file < 0 && errno == ENOENT && why)
		errno = why;
	*ret = (struct os_save){ file, path, aside };
	return file >= 0;
}

bool os_save_add(struct os_save *s, const void *p, size_t n)
{
	const char *from = p;

	while (n) {
		ssize_t got = write(s->file, from, n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return false;
		from += got;
		n -= (size_t)got;
	}
	return true;
}

bool os_save_sync(struct os_save *s)
{
	return fsync(s->file) == 0;
}

bool os_save_end(struct os_save *s, bool keep)
{
	bool kept;

	if (s->file < 0)
		return false;
	os_close(&s->file);
	kept = keep && rename(s->aside, s->path) == 0;
	if (!kept)
		unlink(s->aside);
	return kept;
}

void os_remove(const char *path)
{
	unlink(path);
}
