/* What the system tells of the machine and of this program: as wasi_machine.c has it. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/err.h"
#include "os/clock.h"
#include "os/machine.h"
#include "os/process.h"
#include "os/screen.h"
#include "os/thread.h"

/* gnu/libc-version.h; a build with another C library has neither it nor the header. */
extern const char *gnu_get_libc_version(void) __attribute__((weak));

const char *os_machine(struct arena *a)
{
	struct utsname name;

	return uname(&name) == 0 ? arena_str(a, name.machine) : NULL;
}

const char *os_glibc(void)
{
	return gnu_get_libc_version ? gnu_get_libc_version() : NULL;
}

const char *os_node(struct arena *a)
{
	char name[256] = "";

	return gethostname(name, sizeof name - 1) == 0 && name[0] ? arena_str(a, name) : NULL;
}

unsigned os_cores(void)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);

	return cores > 0 ? (unsigned)cores : 1;
}

void os_sleep(unsigned seconds)
{
	sleep(seconds);
}

/* --- threads ------------------------------------------------------------------------------- */

enum { MOST = 16 };

struct part {
	void (*work)(void *own);
	void *own;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *part)
{
	const struct part *p = part;

	p->work(p->own);
	return NULL;
}

void os_threads(unsigned n, void (*work)(void *own), void *own)
{
	struct part part = { work, own };
	pthread_t threads[MOST];
	unsigned started = 0;

	while (started + 1 < n && started < MOST &&
	       pthread_create(&threads[started], NULL, run, &part) == 0)
		started++;
	work(own);
	while (started)
		pthread_join(threads[--started], NULL);
}

void os_lock(void)
{
	pthread_mutex_lock(&lock);
}

void os_unlock(void)
{
	pthread_mutex_unlock(&lock);
}

/* --- the screen ---------------------------------------------------------------------------- */

bool os_screen(FILE *f, size_t *ret_columns)
{
	int fd = fileno(f);
	bool terminal = fd >= 0 && isatty(fd);
	struct winsize size;

	*ret_columns = terminal && ioctl(fd, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
	return terminal;
}

/* --- this program -------------------------------------------------------------------------- */

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
