#include "base/json.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

static void before(struct json *j)
{
	if (j->comma)
		fputc(',', j->f);
	j->comma = true;
}

static void open_with(struct json *j, char c)
{
	before(j);
	fputc(c, j->f);
	j->comma = false;
	j->depth++;
}

static void close_with(struct json *j, char c)
{
	fputc(c, j->f);
	j->comma = true;
	j->depth--;
}

void json_open(struct json *j)
{
	open_with(j, '{');
}

void json_close(struct json *j)
{
	close_with(j, '}');
}

void json_list(struct json *j)
{
	open_with(j, '[');
}

void json_end(struct json *j)
{
	close_with(j, ']');
}

static void escape(FILE *f, unsigned char c)
{
	static const char with[] = "\"\\\b\f\n\r\t";
	static const char as[] = "\"\\bfnrt";
	const char *at = c ? strchr(with, c) : NULL;

	if (at)
		fprintf(f, "\\%c", as[at - with]);
	else
		fprintf(f, "\\u%04x", c);
}

/* Bytes of ASCII at the front that stand for themselves. */
static size_t plain(struct span s)
{
	size_t n = 0;

	while (n < s.n && s.p[n] >= 0x20 && s.p[n] < 0x7f && s.p[n] != '"' && s.p[n] != '\\')
		n++;
	return n;
}

/* Writes the character at the front; returns its bytes. */
static size_t special(FILE *f, struct span s)
{
	size_t n = text_char(s);

	if (n == 0)
		fputs("\\ufffd", f);
	else if (n == 1)
		escape(f, (unsigned char)s.p[0]);
	else
		fwrite(s.p, 1, n, f);
	return n ? n : 1;
}

static void quoted(FILE *f, const char *s)
{
	struct span rest = span_of(s);

	fputc('"', f);
	while (rest.n) {
		size_t n = plain(rest);

		fwrite(rest.p, 1, n, f);
		rest = span_from(rest, n);
		if (rest.n)
			rest = span_from(rest, special(f, rest));
	}
	fputc('"', f);
}

void json_key(struct json *j, const char *key)
{
	before(j);
	quoted(j->f, key);
	fputc(':', j->f);
	j->comma = false;
}

void json_str(struct json *j, const char *s)
{
	before(j);
	if (s)
		quoted(j->f, s);
	else
		fputs("null", j->f);
}

void json_int(struct json *j, int64_t v)
{
	before(j);
	fprintf(j->f, "%lld", (long long)v);
}

void json_real(struct json *j, double v)
{
	before(j);
	if (isfinite(v))
		fprintf(j->f, "%.3f", v);
	else
		fputs("null", j->f);
}

void json_bool(struct json *j, bool v)
{
	before(j);
	fputs(v ? "true" : "false", j->f);
}

void json_null(struct json *j)
{
	json_str(j, NULL);
}

void json_open_key(struct json *j, const char *key)
{
	json_key(j, key);
	json_open(j);
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

void json_null_key(struct json *j, const char *key)
{
	json_key(j, key);
	json_null(j);
}
