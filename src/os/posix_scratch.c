#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "os/file.h"
#include "os/scratch.h"

#define SCRATCH_PREFIX "cudaplan-"

/* glibc has memfd_create(2) from 2.27 on, kernels from 3.17; 1 is its MFD_CLOEXEC. */
int os_scratch(void)
{
	char name[] = "/tmp/cudaplan-XXXXXX";
	int fd = (int)syscall(SYS_memfd_create, "cudaplan", 1u);

	if (fd >= 0)
		return fd;
	fd = mkostemp(name, O_CLOEXEC);
	if (fd >= 0)
		unlink(name);
	return fd;
}

int os_scratch_of(struct span bytes)
{
	int fd = os_scratch();

	if (fd >= 0 && (write(fd, bytes.p, bytes.n) != (ssize_t)bytes.n ||
			lseek(fd, 0, SEEK_SET) != 0))
		os_close(&fd);
	return fd;
}

void os_scratch_remove(struct arena *a, const char *folder)
{
	OS_FOLDER_AUTO f = os_folder(folder);
	const char *name;

	while ((name = os_folder_next(&f)))
		unlink(arena_printf(a, "%s/%s", folder, name));
	rmdir(folder);
}

/* "cudaplan-4242-…" of a process that is gone since an hour: it was killed before. */
static bool is_left(const char *name, const struct stat *st)
{
	enum { HOUR = 3600 };
	long pid = 0;
	size_t n = strlen(SCRATCH_PREFIX);

	if (strncmp(name, SCRATCH_PREFIX, n) != 0)
		return false;
	pid = strtol(name + n, NULL, 10);
	return pid > 0 && S_ISDIR(st->st_mode) && st->st_uid == geteuid() &&
	       time(NULL) - st->st_mtime > HOUR && kill((pid_t)pid, 0) != 0 && errno == ESRCH;
}

static void sweep(struct arena *a, const char *parent)
{
	OS_FOLDER_AUTO f = os_folder(parent);
	const char *name;
	struct stat st;

	while ((name = os_folder_next(&f))) {
		const char *path;

		if (strncmp(name, SCRATCH_PREFIX, strlen(SCRATCH_PREFIX)) != 0)
			continue;
		path = arena_printf(a, "%s/%s", parent, name);
		if (lstat(path, &st) == 0 && is_left(name, &st))
			os_scratch_remove(a, path);
	}
}

const char *os_scratch_folder(struct arena *a)
{
	const char *base = getenv("TMPDIR");
	char *name;

	base = base && *base ? base : "/tmp";
	sweep(a, base);
	name = arena_printf(a, "%s/" SCRATCH_PREFIX "%ld-XXXXXX", base, (long)getpid());
	return mkdtemp(name) ? name : NULL;
}
