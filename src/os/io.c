#include "os/io.h"

#include <errno.h>
#include <string.h>

#include "base/buf.h"
#include "os/file.h"

struct input {
	const char *name;
	int file;
	bool patient; /* a slow writer is waited for */
};

/* A named pipe that nobody writes has its end at once: a writer gets this long to come, in ms. */
enum { WRITER_WAIT = 1000 };

enum { CHUNK = 16 << 10 }; /* that is read at once; all of it is touched, however short the file */

static void input_close(struct input *in)
{
	os_close(&in->file);
}

static struct input input_open(const char *path)
{
	struct input in = { .name = path, .patient = true };

	if (strcmp(path, "-") == 0)
		return (struct input){ "standard input", OS_STDIN, true };
	in.file = os_open(path);
	if (in.file >= 0 && os_info_of(in.file).kind == OS_PIPE)
		os_wait(in.file, WRITER_WAIT);
	return in;
}

/* Like os_read, without what only says "again". */
static ptrdiff_t input_take(const struct input *in, char *to, size_t n)
{
	for (;;) {
		ptrdiff_t got = os_read(in->file, to, n);

		if (got >= 0 || errno != EAGAIN || !in->patient)
			return got;
		os_wait(in->file, -1);
	}
}

/* Reads to the end or to max + 1 bytes; -1 with errno. */
static int slurp(const struct input *in, size_t max, struct buf *b)
{
	char chunk[CHUNK];

	while (b->n <= max) {
		ptrdiff_t n = input_take(in, chunk, sizeof chunk);

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

	if (os_info_of(in->file).kind == OS_FOLDER)
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

	if (in.file < 0)
		return io_closed(in.name, e);
	return input_read(a, &in, max, ret, e);
}

int io_try(struct arena *a, const char *path, size_t max, struct span *ret)
{
	__attribute__((cleanup(input_close))) struct input in = { path, os_open(path), false };
	struct err unused;

	if (in.file < 0 || input_read(a, &in, max, ret, &unused) != 0)
		return ERR_NONE;
	return 0;
}
