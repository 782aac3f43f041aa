/*
 * Preloaded: the system call with the number in FAULT_AT fails, of those that the program makes
 * through libc, with the error that is likely for it. FAULT_COUNT names a file that gets how many
 * there were. The clock stands at the second of FAULT_CLOCK.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define OUT __attribute__((visibility("default")))

static unsigned long calls, fail_at;

__attribute__((constructor)) static void begin(void)
{
	const char *at = getenv("FAULT_AT");

	fail_at = at ? strtoul(at, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void)
{
	const char *path = getenv("FAULT_COUNT");
	FILE *f;

	fail_at = 0;
	f = path ? fopen(path, "w") : NULL;
	if (!f)
		return;
	fprintf(f, "%lu\n", calls);
	fclose(f);
}

OUT time_t time(time_t *to)
{
	const char *at = getenv("FAULT_CLOCK");
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	if (at)
		now.tv_sec = strtoll(at, NULL, 10);
	if (to)
		*to = now.tv_sec;
	return now.tv_sec;
}

static int fails(int number)
{
	if (++calls != fail_at)
		return 0;
	errno = number;
	return 1;
}

#define FAULT(type, bad, error, name, parameters, arguments) \
	OUT type name parameters; \
	OUT type name parameters \
	{ \
		static type (*real) parameters; \
		if (!real) \
			*(void **)&real = dlsym(RTLD_NEXT, #name); \
		return fails(error) ? bad : real arguments; \
	}

FAULT(ssize_t, -1, EIO, read, (int fd, void *p, size_t n), (fd, p, n))
FAULT(ssize_t, -1, EIO, pread, (int fd, void *p, size_t n, off_t at), (fd, p, n, at))
FAULT(ssize_t, -1, EIO, pread64, (int fd, void *p, size_t n, off64_t at), (fd, p, n, at))
FAULT(ssize_t, -1, ENOSPC, write, (int fd, const void *p, size_t n), (fd, p, n))
FAULT(int, -1, ENOENT, fstat, (int fd, struct stat *to), (fd, to))
FAULT(int, -1, EACCES, stat, (const char *path, struct stat *to), (path, to))
FAULT(int, -1, EACCES, lstat, (const char *path, struct stat *to), (path, to))
FAULT(int, -1, EACCES, access, (const char *path, int mode), (path, mode))
FAULT(int, -1, EACCES, faccessat, (int fd, const char *path, int mode, int flags),
	(fd, path, mode, flags))
FAULT(ssize_t, -1, EACCES, readlink, (const char *path, char *p, size_t n), (path, p, n))
FAULT(ssize_t, -1, EACCES, readlinkat, (int fd, const char *path, char *p, size_t n),
	(fd, path, p, n))
FAULT(void *, NULL, EMFILE, fdopendir, (int fd), (fd))
FAULT(void *, NULL, EMFILE, opendir, (const char *path), (path))
FAULT(void *, NULL, EIO, readdir, (void *folder), (folder))
FAULT(void *, NULL, EIO, readdir64, (void *folder), (folder))
FAULT(void *, MAP_FAILED, ENOMEM, mmap, (void *p, size_t n, int a, int b, int fd, off_t at),
	(p, n, a, b, fd, at))
FAULT(int, -1, EAGAIN, fork, (void), ())
FAULT(int, -1, EMFILE, pipe, (int fds[2]), (fds))
FAULT(int, -1, EMFILE, pipe2, (int fds[2], int flags), (fds, flags))
FAULT(int, -1, EMFILE, dup, (int fd), (fd))
FAULT(int, -1, EINTR, poll, (void *p, unsigned long n, int ms), (p, n, ms))
FAULT(off_t, -1, ESPIPE, lseek, (int fd, off_t at, int from), (fd, at, from))
FAULT(int, -1, EACCES, mkdir, (const char *path, mode_t mode), (path, mode))
FAULT(int, -1, EACCES, rename, (const char *from, const char *to), (from, to))
FAULT(int, -1, EACCES, unlink, (const char *path), (path))
FAULT(int, -1, EIO, fsync, (int fd), (fd))
FAULT(int, -1, EIO, close, (int fd), (fd))

#define OPENED(name, parameters, arguments) \
	OUT int name parameters; \
	OUT int name parameters \
	{ \
		static int (*real) parameters; \
		va_list more; \
		mode_t mode; \
		va_start(more, flags); \
		mode = va_arg(more, mode_t); \
		va_end(more); \
		if (!real) \
			*(void **)&real = dlsym(RTLD_NEXT, #name); \
		return fails(EMFILE) ? -1 : real arguments; \
	}

OPENED(open, (const char *path, int flags, ...), (path, flags, mode))
OPENED(open64, (const char *path, int flags, ...), (path, flags, mode))
OPENED(openat, (int fd, const char *path, int flags, ...), (fd, path, flags, mode))
OPENED(openat64, (int fd, const char *path, int flags, ...), (fd, path, flags, mode))
