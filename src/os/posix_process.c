#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/err.h"
#include "os/process.h"

bool os_begin(void)
{
	bool closed = fcntl(STDOUT_FILENO, F_GETFD) < 0 && errno == EBADF;

	for (int fd = 0; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open(fd ? "/dev/full" : "/dev/null", fd ? O_WRONLY : O_RDONLY) != fd)
			exit(EXIT_FAULT);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN); /* write(2) says EFBIG, as it says ENOSPC */
	return closed;
}

void *os_pages(size_t n)
{
	void *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
		       MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);

	return p == MAP_FAILED ? NULL : p;
}

bool os_can_open(unsigned more)
{
	int v[64];
	unsigned n = 0;

	if (more > sizeof v / sizeof *v)
		return false;
	while (n < more && (v[n] = dup(STDERR_FILENO)) >= 0)
		n++;
	for (unsigned i = 0; i < n; i++)
		close(v[i]);
	return n == more;
}

bool os_is_root(void)
{
	return geteuid() == 0;
}

bool os_others_may_write(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 &&
	       (st.st_uid != 0 || (st.st_mode & S_IWOTH) ||
		(st.st_gid != 0 && (st.st_mode & S_IWGRP)));
}
