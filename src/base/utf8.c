#include "base/utf8.h"

#include "base/buf.h"
#include "base/text.h"

static void put_utf8(struct buf *b, uint32_t c)
{
	if (c < 0x80) {
		buf_char(b, (char)c);
	} else if (c < 0x800) {
		buf_char(b, (char)(0xC0 | c >> 6));
		buf_char(b, (char)(0x80 | (c & 0x3F)));
	} else if (c < 0x10000) {
		buf_char(b, (char)(0xE0 | c >> 12));
		buf_char(b, (char)(0x80 | (c >> 6 & 0x3F)));
		buf_char(b, (char)(0x80 | (c & 0x3F)));
	} else {
		buf_char(b, (char)(0xF0 | c >> 18));
		buf_char(b, (char)(0x80 | (c >> 12 & 0x3F)));
		buf_char(b, (char)(0x80 | (c >> 6 & 0x3F)));
		buf_char(b, (char)(0x80 | (c & 0x3F)));
	}
}

static uint32_t utf16_unit(const unsigned char *p, bool big)
{
	return big ? (uint32_t)p[0] << 8 | p[1] : (uint32_t)p[1] << 8 | p[0];
}

static void from_utf16(struct buf *b, struct span s, bool big)
{
	const unsigned char *p = (const unsigned char *)s.p;

	for (size_t i = 0; i + 1 < s.n; i += 2) {
		uint32_t c = utf16_unit(p + i, big);

		if (c >= 0xD800 && c < 0xDC00 && i + 3 < s.n) {
			uint32_t low = utf16_unit(p + i + 2, big);

			if (low >= 0xDC00 && low < 0xE000) {
				c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
				i += 2;
			}
		}
		put_utf8(b, c >= 0xD800 && c < 0xE000 ? 0xFFFD : c);
	}
}

static void repair_utf8(struct buf *b, struct span s)
{
	for (size_t i = 0; i < s.n;) {
		size_t n = text_char(span_from(s, i));

		if (n)
			buf_add(b, s.p + i, n);
		else
			put_utf8(b, 0xFFFD);
		i += n ? n : 1;
	}
}

/* 'l'ittle or 'b'ig endian UTF-16, or 0. Text begins with ASCII in all that we read. */
static char utf16_kind(struct span s)
{
	if (s.n < 4)
		return 0;
	if (memcmp(s.p, "\xFF\xFE", 2) == 0 || (s.p[0] && !s.p[1] && s.p[2] && !s.p[3]))
		return 'l';
	if (memcmp(s.p, "\xFE\xFF", 2) == 0 || (!s.p[0] && s.p[1] && !s.p[2] && s.p[3]))
		return 'b';
	return 0;
}

static struct span keep(struct arena *a, struct buf *b)
{
	struct span s = { arena_span(a, buf_view(b)), b->n };

	if (b->failed)
		s.n = 0;
	span_take(&s, "\xEF\xBB\xBF");
	return s;
}

struct span utf8_of(struct arena *a, struct span bytes)
{
	BUF_AUTO b = BUF(3 * bytes.n + 4);
	char kind = utf16_kind(bytes);

	if (kind) {
		from_utf16(&b, bytes, kind == 'b');
		return keep(a, &b);
	}
	span_take(&bytes, "\xEF\xBB\xBF");
	if (text_valid(bytes))
		return bytes;
	repair_utf8(&b, bytes);
	return keep(a, &b);
}
