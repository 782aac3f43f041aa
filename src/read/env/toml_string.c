#include "read/env/toml_string.h"

#include <string.h>

#include "base/buf.h"

static size_t put_utf8(char to[4], uint64_t c)
{
	if (c < 0x80) {
		to[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		to[0] = (char)(0xC0 | c >> 6);
		to[1] = (char)(0x80 | (c & 63));
		return 2;
	}
	if (c < 0x10000) {
		to[0] = (char)(0xE0 | c >> 12);
		to[1] = (char)(0x80 | (c >> 6 & 63));
		to[2] = (char)(0x80 | (c & 63));
		return 3;
	}
	to[0] = (char)(0xF0 | c >> 18);
	to[1] = (char)(0x80 | (c >> 12 & 63));
	to[2] = (char)(0x80 | (c >> 6 & 63));
	to[3] = (char)(0x80 | (c & 63));
	return 4;
}

/* "\uXXXX" and "\UXXXXXXXX"; 0 when it is none. */
static size_t code_point(struct span s, struct buf *b)
{
	size_t digits = s.p[1] == 'u' ? 4 : 8;
	uint64_t c;
	char to[4];

	if (s.n < 2 + digits || !ascii_alnum(s.p[2]) || s.p[3] == 'x' || s.p[3] == 'X' ||
	    !span_hex(span_sub(s, 2, digits), &c) || c == 0 || c > 0x10FFFF ||
	    (c >= 0xD800 && c < 0xE000))
		return 0;
	buf_add(b, to, put_utf8(to, c));
	return 2 + digits;
}

/* A backslash at the end of a line takes the white space behind it away. */
static size_t line_end(struct span s)
{
	size_t n = 1;

	while (n < s.n && ascii_space(s.p[n]))
		n++;
	return n;
}

static size_t escape(struct span s, struct buf *b)
{
	static const char from[] = "btnfr\"\\", to[] = "\b\t\n\f\r\"\\";
	const char *at = s.n > 1 && s.p[1] ? strchr(from, s.p[1]) : NULL;
	size_t n = 0;

	if (at) {
		buf_char(b, to[at - from]);
		return 2;
	}
	if (s.n > 1 && (s.p[1] == 'u' || s.p[1] == 'U'))
		n = code_point(s, b);
	else if (s.n > 1 && ascii_space(s.p[1]))
		n = line_end(s);
	if (n == 0)
		buf_char(b, '\\');
	return n ? n : 1;
}

/* Bytes that end the string at s, or 0; up to two quotes may stand before the last three. */
static size_t closing(struct span s, char quote, bool many, struct buf *b)
{
	size_t n = 0;

	if (s.p[0] == '\n' && !many)
		return SIZE_MAX;
	while (n < s.n && n < 5 && s.p[n] == quote)
		n++;
	if (!many)
		return n ? 1 : 0;
	if (n < 3)
		return 0;
	for (size_t i = 3; i < n; i++)
		buf_char(b, quote);
	return n;
}

const char *toml_string(struct arena *a, struct span s, size_t *used)
{
	BUF_AUTO b = BUF(1 << 24);
	char quote = s.p[0];
	bool many = s.n > 2 && s.p[1] == quote && s.p[2] == quote;
	struct span rest = span_from(s, many ? 3 : 1);

	if (many && !span_take(&rest, "\n"))
		span_take(&rest, "\r\n");
	while (rest.n) {
		size_t end = closing(rest, quote, many, &b), n = 1;

		if (end == SIZE_MAX)
			return NULL;
		if (end) {
			*used = s.n - rest.n + end;
			return arena_span(a, buf_view(&b));
		}
		if (rest.p[0] == '\\' && quote == '"')
			n = escape(rest, &b);
		else
			buf_char(&b, rest.p[0]);
		rest = span_from(rest, n);
	}
	return NULL;
}
