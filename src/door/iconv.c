#include "door/iconv.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "base/buf.h"
#include "base/text.h"

enum { PIECE = 4096 };

/* One byte that begins no character. */
static bool skip(struct buf *b, char **in, size_t *n)
{
	buf_str(b, "\xEF\xBF\xBD");
	++*in;
	return --*n > 0;
}

static void convert(iconv_t to, struct buf *b, char *in, size_t n)
{
	char out[PIECE];

	while (n) {
		char *at = out;
		size_t room = sizeof out, rc = iconv(to, &in, &n, &at, &room);
		bool full = rc == (size_t)-1 && errno == E2BIG;

		buf_add(b, out, (size_t)(at - out));
		if (rc != (size_t)-1 || (!full && !skip(b, &in, &n)))
			break;
	}
}

bool iconv_text(struct arena *a, const char *encoding, struct span bytes, struct span *ret)
{
	BUF_AUTO b = BUF(3 * bytes.n + 4);
	iconv_t to = iconv_open("UTF-8", encoding);
	char *in;

	if (to == (iconv_t)-1)
		return false;
	in = arena_alloc(a, bytes.n + 1); /* iconv takes no const */
	memcpy(in, bytes.p, bytes.n);
	convert(to, &b, in, bytes.n);
	iconv_close(to);
	if (b.failed)
		return false;
	*ret = (struct span){ arena_span(a, buf_view(&b)), b.n };
	return true;
}

struct stream {
	FILE *to;
	iconv_t in;
	bool *lost;
	struct buf left; /* the begin of a character whose end is not written yet */
};

/* Characters that are whole; from the first that the encoding has not one is passed over. */
static struct span put(struct stream *s, struct span text)
{
	char out[PIECE], *at = out, *from = s->left.p;
	size_t room = sizeof out, n = text.n;
	size_t rc = iconv(s->in, &from, &n, &at, &room);
	struct span rest = span_from(text, text.n - n);

	fwrite(out, 1, (size_t)(at - out), s->to);
	if (rc != (size_t)-1)
		*s->lost |= rc > 0;
	else if (errno == EILSEQ) {
		size_t skip = text_char(rest);

		fputc('?', s->to);
		*s->lost = true;
		rest = span_from(rest, skip ? skip : 1);
	}
	return rest;
}

static ssize_t stream_write(void *own, const char *p, size_t n)
{
	struct stream *s = own;
	size_t before = SIZE_MAX;

	buf_add(&s->left, p, n);
	if (s->left.failed)
		arena_no_memory();
	while (s->left.n && s->left.n < before) {
		struct span rest = put(s, buf_view(&s->left));

		before = s->left.n;
		memmove(s->left.p, rest.p, rest.n);
		buf_cut(&s->left, rest.n);
	}
	fflush(s->to);
	return ferror(s->to) ? 0 : (ssize_t)n;
}

static int stream_close(void *own)
{
	struct stream *s = own;

	iconv_close(s->in);
	buf_free(&s->left);
	free(s);
	return 0;
}

FILE *iconv_stream(FILE *to, const char *encoding, bool *lost)
{
	cookie_io_functions_t does = { .write = stream_write, .close = stream_close };
	iconv_t in = iconv_open(encoding, "UTF-8");
	struct stream *s = in == (iconv_t)-1 ? NULL : calloc(1, sizeof *s);
	FILE *f = NULL;

	if (s) {
		*s = (struct stream){ to, in, lost, BUF(SIZE_MAX) };
		f = fopencookie(s, "w", does);
	}
	if (!f) {
		if (in != (iconv_t)-1)
			iconv_close(in);
		free(s);
	}
	return f;
}
