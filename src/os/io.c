#include "os/io.h"

#include <errno.h>
#include <string.h>

#include "base/buf.h"
#include "os/file.h"

/* A named pipe that nobody writes has its end at once: a writer gets this long to come, in ms. */
enum { WRITER_WAIT = 1000 };

enum { CHUNK = 16 << 10 }; /* that is read at once; all of it is touched, however short the file */

void io_close(struct io_input *in)
{
	os_close(&in->file);
}

int io_open(const char *path, struct io_input *ret, struct err *e)
{
	*ret = (struct io_input){ "standard input", OS_STDIN, true };
	if (strcmp(path, "-") == 0)
		return 0;
	*ret = (struct io_input){ path, os_open(path), true };
	if (ret->file < 0)
		return io_closed(path, e);
	if (os_info_of(ret->file).kind == OS_PIPE)
		os_wait(ret->file, WRITER_WAIT);
	return 0;
}

/* Like os_read, without what only says "again". */
ptrdiff_t io_take(const struct io_input *in, char *to, size_t n)
{
	for (;;) {
		ptrdiff_t got = os_read(in->file, to, n);

		if (got >= 0 || errno != EAGAIN || !in->patient)
			return got;
		os_wait(in->file, -1);
	}
}

/* Reads to the end or to max + 1 bytes; -1 with errno. */
static int slurp(const struct io_input *in, size_t max, struct buf *b)
{
	char chunk[CHUNK];

	while (b->n <= max) {
		ptrdiff_t n = io_take(in, chunk, sizeof chunk);

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

int io_rest(struct arena *a, const struct io_input *in, struct span head, size_t max,
	    struct span *ret, struct err *e)
{
	BUF_AUTO b = BUF(max + CHUNK + 1);

	buf_span(&b, head);
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
	IO_AUTO in;
	int rc = io_open(path, &in, e);

	if (rc)
		return rc;
	return io_rest(a, &in, (struct span){ NULL, 0 }, max, ret, e);
}

int io_try(struct arena *a, const char *path, size_t max, struct span *ret)
{
	IO_AUTO in = { path, os_open(path), false };
	struct err unused;

	if (in.file < 0 || io_rest(a, &in, (struct span){ NULL, 0 }, max, ret, &unused) != 0)
		return ERR_NONE;
	return 0;
}
