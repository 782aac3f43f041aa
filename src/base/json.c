#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/secret.h"
#include "base/text.h"

static void flush(struct json *j)
{
	fwrite(j->out, 1, j->n, j->f);
	j->n = 0;
}

static void put(struct json *j, const char *p, size_t n)
{
	if (n > sizeof j->out - j->n)
		flush(j);
	if (n > sizeof j->out) {
		fwrite(p, 1, n, j->f);
		return;
	}
	memcpy(j->out + j->n, p, n);
	j->n += n;
}

static void put_str(struct json *j, const char *s)
{
	put(j, s, strlen(s));
}

static void put_char(struct json *j, char c)
{
	if (j->n == sizeof j->out)
		flush(j);
	j->out[j->n++] = c;
}

static void before(struct json *j)
{
	if (j->comma)
		put_char(j, ',');
	j->comma = true;
}

static void open_with(struct json *j, char c)
{
	before(j);
	put_char(j, c);
	j->comma = false;
	j->depth++;
}

static void close_with(struct json *j, char c)
{
	put_char(j, c);
	j->comma = true;
	if (--j->depth == 0)
		flush(j);
}

void json_open(struct json *j)
{
	open_with(j, '{');
}

void json_close(struct json *j)
{
	if (j->depth > 1 || !j->left_open) {
		close_with(j, '}');
		return;
	}
	j->depth = 0;
	flush(j);
	*j->left_open = true;
}

void json_exit(FILE *f, int code)
{
	fprintf(f, ",\"exit\":%d}\n", code);
}

void json_list(struct json *j)
{
	open_with(j, '[');
}

void json_end(struct json *j)
{
	close_with(j, ']');
}

static void escape(struct json *j, unsigned char c)
{
	static const char with[] = "\"\\\b\f\n\r\t";
	static const char as[] = "\"\\bfnrt";
	const char *at = c ? strchr(with, c) : NULL;
	char text[8];

	if (at)
		snprintf(text, sizeof text, "\\%c", as[at - with]);
	else
		snprintf(text, sizeof text, "\\u%04x", c);
	put_str(j, text);
}

/* Copies the characters at the front that stand for themselves; returns how many. */
static size_t plain(struct json *j, struct span s)
{
	static const bool itself[256] = { [0x20 ... 0x21] = true, [0x23 ... 0x5b] = true,
					  [0x5d ... 0x7e] = true };
	size_t n = j->n, i = 0;

	for (; i < s.n && itself[(unsigned char)s.p[i]]; i++) {
		if (n == sizeof j->out) {
			j->n = n;
			flush(j);
			n = 0;
		}
		j->out[n++] = s.p[i];
	}
	j->n = n;
	return i;
}

/* One of two or three bytes that no terminal is to see. */
static void escape_wide(struct json *j, const unsigned char *p, size_t n)
{
	char text[8];
	unsigned c = n == 2 ? (p[0] & 0x1Fu) << 6 | (p[1] & 0x3Fu) :
			      (p[0] & 0x0Fu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);

	snprintf(text, sizeof text, "\\u%04x", c & 0xFFFF);
	put_str(j, text);
}

/* A character that is escaped, replaced, or of several bytes. Returns its length. */
static size_t special(struct json *j, struct span s)
{
	size_t n = text_char(s);

	if (n == 0)
		put_str(j, "\\ufffd");
	else if (n == 1)
		escape(j, (unsigned char)s.p[0]);
	else if (text_printable(s))
		put(j, s.p, n);
	else
		escape_wide(j, (const unsigned char *)s.p, n);
	return n ? n : 1;
}

static void escaped(void *to, struct span s)
{
	struct json *j = to;

	while ((s = span_from(s, plain(j, s))).n)
		s = span_from(s, special(j, s));
}

static void quoted(struct json *j, const char *s, bool exact)
{
	put_char(j, '"');
	if (exact)
		escaped(j, span_of(s));
	else
		secret_mask(span_of(s), escaped, j);
	put_char(j, '"');
}

void json_key(struct json *j, const char *key)
{
	before(j);
	quoted(j, key, false);
	put_char(j, ':');
	j->comma = false;
}

void json_str(struct json *j, const char *s)
{
	before(j);
	if (s)
		quoted(j, s, false);
	else
		put_str(j, "null");
}

void json_word(struct json *j, const char *s)
{
	before(j);
	quoted(j, s, !j->redact);
}

void json_int(struct json *j, int64_t v)
{
	uint64_t rest = v < 0 ? -(uint64_t)v : (uint64_t)v;
	char text[24], *at = text + sizeof text;

	before(j);
	do {
		*--at = (char)('0' + rest % 10);
	} while (rest /= 10);
	if (v < 0)
		*--at = '-';
	put(j, at, (size_t)(text + sizeof text - at));
}

void json_bool(struct json *j, bool v)
{
	before(j);
	put_str(j, v ? "true" : "false");
}

void json_open_key(struct json *j, const char *key)
{
	json_key(j, key);
	json_open(j);
}

bool json_open_maybe(struct json *j, const char *key, bool known)
{
	json_key(j, key);
	if (known)
		json_open(j);
	else
		json_str(j, NULL);
	return known;
}

void json_list_key(struct json *j, const char *key)
{
	json_key(j, key);
	json_list(j);
}

void json_str_key(struct json *j, const char *key, const char *s)
{
	json_key(j, key);
	json_str(j, s);
}

void json_int_key(struct json *j, const char *key, int64_t v)
{
	json_key(j, key);
	json_int(j, v);
}

void json_bool_key(struct json *j, const char *key, bool v)
{
	json_key(j, key);
	json_bool(j, v);
}

void json_real_key(struct json *j, const char *key, double v)
{
	char text[400];

	json_key(j, key);
	before(j);
	snprintf(text, sizeof text, "%.3f", v);
	put_str(j, isfinite(v) ? text : "null");
}

void json_null_key(struct json *j, const char *key)
{
	json_key(j, key);
	json_str(j, NULL);
}
