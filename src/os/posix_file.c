/* Files and folders by the calls of POSIX. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "os/file.h"
#include "os/save.h"
#include "os/scratch.h"

/* A pipe without a writer would hang, hence O_NONBLOCK. */
enum { FLAGS = O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK };

/* --- what is there ------------------------------------------------------------------------- */

static enum os_kind kind_of(mode_t mode)
{
	return S_ISREG(mode) ? OS_REGULAR : S_ISDIR(mode) ? OS_FOLDER : S_ISFIFO(mode) ? OS_PIPE :
		OS_OTHER;
}

static struct os_info info_of(int rc, const struct stat *st)
{
	return rc ? (struct os_info){ OS_ABSENT, 0, 0, 0 } :
		(struct os_info){ kind_of(st->st_mode), (uint64_t)st->st_size, st->st_mtime,
				    (uint64_t)st->st_ino };
}

struct os_info os_info(const char *path)
{
	struct stat st;
	int rc = stat(path, &st);

	return info_of(rc, &st);
}

struct os_info os_info_of(int file)
{
	struct stat st;
	int rc = fstat(file, &st);

	return info_of(rc, &st);
}

bool os_exists(const char *path)
{
	return access(path, F_OK) == 0;
}

bool os_exists_in(int folder, const char *name)
{
	return folder >= 0 && faccessat(folder, name, F_OK, 0) == 0;
}

bool os_runs(const char *path)
{
	return os_info(path).kind == OS_REGULAR && access(path, X_OK) == 0;
}

int os_usable(const char *path)
{
	return access(path, R_OK | W_OK) ? errno : 0;
}

const char *os_real(struct arena *a, const char *path)
{
	char to[PATH_MAX];

	return realpath(path, to) ? arena_str(a, to) : NULL;
}

const char *os_link_in(struct arena *a, int folder, const char *name)
{
	char to[PATH_MAX];
	ssize_t n = folder < 0 && *name != '/' ? -1 : readlinkat(folder, name, to, sizeof to);

	return n > 0 ? arena_span(a, (struct span){ to, (size_t)n }) : NULL;
}

/* --- files --------------------------------------------------------------------------------- */

int os_open(const char *path)
{
	return open(path, FLAGS);
}

int os_open_in(int folder, const char *name)
{
	return folder < 0 ? -1 : openat(folder, name, FLAGS);
}

int os_open_folder(const char *path)
{
	return open(path, FLAGS | O_DIRECTORY);
}

int os_open_folder_in(int folder, const char *name)
{
	return folder < 0 ? -1 : openat(folder, name, FLAGS | O_DIRECTORY);
}

ptrdiff_t os_read(int file, void *to, size_t n)
{
	ssize_t got;

	do
		got = read(file, to, n);
	while (got < 0 && errno == EINTR);
	return got;
}

ptrdiff_t os_read_at(int file, void *to, size_t n, uint64_t at)
{
	ssize_t got;

	do
		got = pread(file, to, n, (off_t)at);
	while (got < 0 && errno == EINTR);
	return got;
}

bool os_wait(int file, int ms)
{
	struct pollfd p = { .fd = file, .events = POLLIN };
	int rc;

	do
		rc = poll(&p, 1, ms);
	while (rc < 0 && errno == EINTR);
	return rc > 0;
}

bool os_unread(int file)
{
	struct stat st;
	int waiting = 0;

	if (fstat(file, &st) != 0)
		return false;
	if (S_ISREG(st.st_mode))
		return lseek(file, 0, SEEK_CUR) < st.st_size;
	return S_ISFIFO(st.st_mode) && os_wait(file, 0) && ioctl(file, FIONREAD, &waiting) == 0 &&
	       waiting > 0;
}

/* --- folders ------------------------------------------------------------------------------- */

struct os_folder os_folder(const char *path)
{
	struct os_folder f = { .all = opendir(path) };

	f.failed = f.all ? 0 : os_failure();
	return f;
}

struct os_folder os_folder_of(int folder)
{
	int again = os_open_folder_in(folder, ".");
	struct os_folder f = { .all = again < 0 ? NULL : fdopendir(again) };

	if (!f.all) {
		f.failed = folder < 0 ? 0 : os_failure();
		os_close(&again);
	}
	return f;
}

const char *os_folder_next(struct os_folder *f)
{
	struct dirent *entry = NULL;

	errno = 0;
	while (f->all && (entry = readdir(f->all)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			break;
	if (f->all && !entry)
		f->failed = errno;
	f->entry = entry;
	return entry ? entry->d_name : NULL;
}

enum os_kind os_folder_kind(const struct os_folder *f)
{
	const struct dirent *entry = f->entry;
	struct stat st;

	if (entry->d_type == DT_REG || entry->d_type == DT_DIR)
		return entry->d_type == DT_REG ? OS_REGULAR : OS_FOLDER;
	if (entry->d_type != DT_UNKNOWN)
		return OS_OTHER;
	return fstatat(dirfd(f->all), entry->d_name, &st, AT_SYMLINK_NOFOLLOW) ? OS_ABSENT :
		kind_of(st.st_mode);
}

void os_folder_close(struct os_folder *f)
{
	if (f->all)
		closedir(f->all);
	f->all = f->entry = NULL;
}

/* --- files that are written ---------------------------------------------------------------- */

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

/* --- files of no name ---------------------------------------------------------------------- */

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
