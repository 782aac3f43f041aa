/* WASI: a page or another host hands in files by name; no folder is listed, no link, no pipe. */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "os/file.h"

/* What nothing can be done with is not looked at. */
#pragma GCC diagnostic ignored "-Wunused-parameter"

/* --- what is there ------------------------------------------------------------------------- */

static struct os_info info_of(int rc, const struct stat *st)
{
	if (rc)
		return (struct os_info){ OS_ABSENT, 0, 0, 0 };
	return (struct os_info){
		S_ISREG(st->st_mode) ? OS_REGULAR : S_ISDIR(st->st_mode) ? OS_FOLDER : OS_OTHER,
		(uint64_t)st->st_size, st->st_mtime, (uint64_t)st->st_ino,
	};
}

struct os_info os_info(const char *path)
{
	struct stat st = { 0 };

	return info_of(stat(path, &st), &st);
}

struct os_info os_info_of(int file)
{
	struct stat st = { 0 };

	return info_of(fstat(file, &st), &st);
}

bool os_exists(const char *path)
{
	return os_info(path).kind != OS_ABSENT;
}

bool os_exists_in(int folder, const char *name)
{
	struct stat st;

	return folder >= 0 && fstatat(folder, name, &st, 0) == 0;
}

bool os_runs(const char *path)
{
	return false;
}

int os_usable(const char *path)
{
	return os_exists(path) ? EACCES : ENOENT;
}

const char *os_real(struct arena *a, const char *path)
{
	return os_exists(path) ? arena_str(a, path) : NULL;
}

const char *os_link_in(struct arena *a, int folder, const char *name)
{
	return NULL;
}

/* --- files --------------------------------------------------------------------------------- */

int os_open(const char *path)
{
	return open(path, O_RDONLY);
}

int os_open_in(int folder, const char *name)
{
	return folder < 0 ? -1 : openat(folder, name, O_RDONLY);
}

int os_open_folder(const char *path)
{
	return open(path, O_RDONLY | O_DIRECTORY);
}

int os_open_folder_in(int folder, const char *name)
{
	return folder < 0 ? -1 : openat(folder, name, O_RDONLY | O_DIRECTORY);
}

ptrdiff_t os_read(int file, void *to, size_t n)
{
	return read(file, to, n);
}

ptrdiff_t os_read_at(int file, void *to, size_t n, uint64_t at)
{
	return pread(file, to, n, (off_t)at);
}

bool os_wait(int file, int ms)
{
	return true;
}

bool os_unread(int file)
{
	struct stat st;

	return fstat(file, &st) == 0 && S_ISREG(st.st_mode) &&
	       lseek(file, 0, SEEK_CUR) < st.st_size;
}

/* --- folders ------------------------------------------------------------------------------- */

struct os_folder os_folder(const char *path)
{
	return (struct os_folder){ 0 };
}

struct os_folder os_folder_of(int folder)
{
	return (struct os_folder){ 0 };
}

const char *os_folder_next(struct os_folder *f)
{
	return NULL;
}

enum os_kind os_folder_kind(const struct os_folder *f)
{
	return OS_ABSENT;
}

void os_folder_close(struct os_folder *f)
{
}
