#include "os/io.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/buf.h"

struct input {
	const char *name;
	int fd;
	bool patient; /* a slow writer is waited for */
};

/* A named pipe that nobody writes has its end at once: a writer gets this long to come, in ms. */
enum { WRITER_WAIT = 1000 };

enum { CHUNK = 16 << 10 }; /* that is read at once; all of it is touched, however short the file */

static void input_close(struct input *in)
{
	if (in->fd > STDERR_FILENO)
		close(in->fd);
}

static void wait_readable(int fd, int ms)
{
	struct pollfd p = { .fd = fd, .events = POLLIN };

	while (poll(&p, 1, ms) < 0 && errno == EINTR)
		;
}

/* Never hangs: a pipe without a writer would, hence O_NONBLOCK. */
static int open_path(const char *path)
{
	return open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
}

static struct input input_open(const char *path)
{
	struct input in = { .name = path, .patient = true };
	struct stat st;

	if (strcmp(path, "-") == 0)
		return (struct input){ "standard input", STDIN_FILENO, true };
	in.fd = open_path(path);
	if (in.fd >= 0 && fstat(in.fd, &st) == 0 && S_ISFIFO(st.st_mode))
		wait_readable(in.fd, WRITER_WAIT);
	return in;
}

/* Like read(), without what only says "again". */
static ssize_t input_take(const struct input *in, char *to, size_t n)
{
	for (;;) {
		ssize_t got = read(in->fd, to, n);

		if (got >= 0 || (errno != EINTR && !(errno == EAGAIN && in->patient)))
			return got;
		if (errno == EAGAIN)
			wait_readable(in->fd, -1);
	}
}

/* Reads to the end or to max + 1 bytes; -1 with errno. */
static int slurp(const struct input *in, size_t max, struct buf *b)
{
	char chunk[CHUNK];

	while (b->n <= max) {
		ssize_t n = input_take(in, chunk, sizeof chunk);

		if (n <= 0)
			return (int)n;
		buf_add(b, chunk, (size_t)n);
		if (b->failed) {
			errno = ENOMEM;
			return -1;
		}
	}
	return 0;
}

int io_over(const char *name, size_t max, struct err *e)
{
	return err_set(e, ERR_INPUT, "%s: larger than the limit of %zu MiB", name, max >> 20);
}

int io_closed(const char *name, struct err *e)
{
	return err_set(e, ERR_INPUT, "%s: cannot be opened: %s", name, strerror(errno));
}

static int input_read(struct arena *a, const struct input *in, size_t max, struct span *ret,
		      struct err *e)
{
	BUF_AUTO b = BUF(max + CHUNK + 1);
	struct stat st;

	if (fstat(in->fd, &st) == 0 && S_ISDIR(st.st_mode))
		return err_set(e, ERR_INPUT, "%s: is a directory, expected a file", in->name);
	if (slurp(in, max, &b) < 0)
		return err_set(e, ERR_INPUT, "%s: cannot be read: %s", in->name, strerror(errno));
	if (b.n > max)
		return io_over(in->name, max, e);
	ret->p = arena_span(a, buf_view(&b));
	ret->n = b.n;
	return 0;
}

int io_read(struct arena *a, const char *path, size_t max, struct span *ret, struct err *e)
{
	__attribute__((cleanup(input_close))) struct input in = input_open(path);

	if (in.fd < 0)
		return io_closed(in.name, e);
	return input_read(a, &in, max, ret, e);
}

int io_try(struct arena *a, const char *path, size_t max, struct span *ret)
{
	__attribute__((cleanup(input_close))) struct input in = { path, open_path(path), false };
	struct err unused;

	if (in.fd < 0 || input_read(a, &in, max, ret, &unused) != 0)
		return ERR_NONE;
	return 0;
}

/* glibc has memfd_create(2) from 2.27 on, kernels from 3.17; 1 is its MFD_CLOEXEC. */
int io_scratch(void)
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
