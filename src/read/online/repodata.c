#include "read/online/repodata.h"

#include <string.h>

#define BYTES(c) (0x0101010101010101u * (c))

void repodata_start(struct repodata *r, void (*file)(void *own, struct span name), void *own)
{
	memset(r, 0, sizeof *r);
	r->file = file;
	r->own = own;
}

/* --- texts --------------------------------------------------------------------------------- */

/* A byte of it is zero, exactly in the lowest that is marked. */
static uint64_t zero_byte(uint64_t x)
{
	return (x - BYTES(1)) & ~x & BYTES(0x80);
}

/* The next quote or backslash, or the end: eight bytes at a time, as most texts are short. */
static const char *text_end(const char *p, const char *end)
{
	uint64_t x;

	while (end - p >= 8) {
		memcpy(&x, p, 8);
		x = zero_byte(x ^ BYTES('"')) | zero_byte(x ^ BYTES('\\'));
		if (x)
			break;
		p += 8;
	}
	while (p < end && *p != '"' && *p != '\\')
		p++;
	return p;
}

static void keep(struct repodata *r, const char *p, size_t n)
{
	if (!r->keeps)
		return;
	if (n < REPODATA_WORD && r->n + n < REPODATA_WORD)
		memcpy(r->word + r->n, p, n);
	else
		n = REPODATA_WORD;
	r->n += n;
}

/* The bytes of a text until its end, or that of what came; where it goes on. */
static const char *in_text(struct repodata *r, const char *p, const char *end)
{
	const char *to;

	while (p < end) {
		if (r->escaped) {
			r->escaped = false;
			keep(r, p++, 1);
			continue;
		}
		to = text_end(p, end);
		keep(r, p, (size_t)(to - p));
		if (to == end)
			return end;
		p = to + 1;
		if (*to == '"') {
			r->in_string = false;
			return p;
		}
		r->escaped = true;
		keep(r, to, 1);
	}
	return p;
}

/* "\/" and "\u002b" as their characters; what is not ASCII is in no file's name, and stays. */
static struct span word_of(struct repodata *r)
{
	size_t n = r->n < REPODATA_WORD ? r->n : 0, at = 0;
	uint64_t c;

	for (size_t i = 0; i < n; at++) {
		if (r->word[i] != '\\' || i + 1 >= n) {
			r->word[at] = r->word[i++];
		} else if (r->word[i + 1] == 'u' && i + 6 <= n &&
			   span_hex((struct span){ r->word + i + 2, 4 }, &c) && c < 128) {
			r->word[at] = (char)c;
			i += 6;
		} else {
			r->word[at] = r->word[i + 1];
			i += 2;
		}
	}
	return (struct span){ r->word, at };
}

/* --- what texts are ------------------------------------------------------------------------ */

static void copy(char *to, size_t room, struct span s)
{
	if (s.n >= room)
		s.n = 0;
	memcpy(to, s.p, s.n);
	to[s.n] = '\0';
}

/* The colon behind a text has made it a name. */
static void on_name(struct repodata *r)
{
	struct span s = word_of(r);

	if (r->depth == 1) {
		bool files = span_is(s, "packages") || span_is(s, "packages.conda");

		r->part = files ? REPODATA_FILES :
			span_is(s, "info") ? REPODATA_INFO : REPODATA_OTHER;
	} else if (r->part == REPODATA_FILES) {
		r->file(r->own, s);
	} else if (r->part == REPODATA_INFO) {
		copy(r->name, sizeof r->name, s);
		r->value = true;
	}
}

static void end_text(struct repodata *r)
{
	if (!r->keeps)
		return;
	r->keeps = false;
	if (r->value) {
		struct span s = word_of(r);

		if (strcmp(r->name, "subdir") == 0)
			copy(r->subdir, sizeof r->subdir, s);
		else if (strcmp(r->name, "base_url") == 0)
			copy(r->base_url, sizeof r->base_url, s);
	} else
		r->waits = true;
	r->value = false;
}

/* --- structure ----------------------------------------------------------------------------- */

static void close_one(struct repodata *r, bool object)
{
	if (r->depth == 0 || (r->objects & 1) != object) {
		r->failed = true;
		return;
	}
	r->objects >>= 1;
	r->depth--;
	r->waits = r->value = false;
	r->ended = r->depth == 0;
}

static void on_mark(struct repodata *r, char c)
{
	if (c == '{' || c == '[') {
		bool object = c == '{';

		r->failed |= r->depth == REPODATA_DEPTH || (r->depth == 0 && (!object || r->began));
		r->began = true;
		if (r->depth == 1 && r->part == REPODATA_FILES) {
			r->failed |= !object;
			r->has_files = true;
		}
		r->objects = r->objects << 1 | object;
		r->depth++;
		r->waits = r->value = false;
	} else if (c == '}' || c == ']')
		close_one(r, c == '}');
	else if (c == ':' && r->waits)
		on_name(r);
	else if (c == ',')
		r->value = false;
	else if (r->depth == 0 && !ascii_space(c))
		r->failed = true;
	if (!ascii_space(c))
		r->waits = false;
}

/* Deep inside, the next quote or bracket; else whatever comes. */
static const char *next_mark(const struct repodata *r, const char *p, const char *end)
{
	static const bool marks[256] = { ['"'] = 1, ['{'] = 1, ['}'] = 1, ['['] = 1, [']'] = 1 };

	if (r->depth > 2)
		while (p < end && !marks[(unsigned char)*p])
			p++;
	return p;
}

bool repodata_add(struct repodata *r, const char *p, size_t n)
{
	const char *end = p + n;

	while (p < end && !r->failed) {
		if (r->in_string) {
			p = in_text(r, p, end);
			if (!r->in_string)
				end_text(r);
			continue;
		}
		p = next_mark(r, p, end);
		if (p == end)
			break;
		if (*p == '"') {
			/* Only names of the document and of its parts count, and the values of
			 * "info". */
			r->in_string = true;
			r->waits = false;
			r->n = 0;
			r->keeps = (r->depth == 1 ||
				    (r->depth == 2 && r->part != REPODATA_OTHER)) &&
				   (r->objects & 1);
			r->failed |= r->depth == 0;
		} else
			on_mark(r, *p);
		p++;
	}
	return !r->failed;
}

bool repodata_whole(const struct repodata *r)
{
	return r->ended && !r->failed && r->has_files;
}
