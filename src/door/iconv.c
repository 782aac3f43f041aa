#include "door/iconv.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

#include "base/buf.h"

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
