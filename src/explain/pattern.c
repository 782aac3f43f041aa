#include "explain/pattern.h"

#include <string.h>

#include "explain/pattern_part.h"

enum { GAP_SHORT = 80, GAP_LONG = 600, NAME_MOST = 60, BEFORE = 240, STEPS = 200000 };

struct search {
	struct arena *arena;
	const struct pattern_text *text;
	struct captures found;
	size_t steps;
};

static bool match(struct search *s, struct span pattern, size_t at);

/* Tries the rest of the pattern behind 0 to `most` bytes. */
static bool match_gap(struct search *s, struct span rest, size_t at, size_t least, size_t most)
{
	for (size_t i = least; i <= most && at + i <= s->text->lower.n; i++) {
		if (++s->steps > STEPS)
			return false;
		if (match(s, rest, at + i))
			return true;
	}
	return false;
}

static bool match_name(struct search *s, struct span rest, size_t at, const char *name)
{
	size_t mark = s->found.n;

	for (size_t i = 1; i <= NAME_MOST && at + i <= s->text->lower.n; i++) {
		if (!match(s, rest, at + i))
			continue;
		captures_add(s->arena, &s->found, name,
			     arena_span(s->arena, span_trim(span_sub(s->text->plain, at, i))));
		return true;
	}
	s->found.n = mark;
	return false;
}

static bool match_fact(struct search *s, struct span what, struct span rest, size_t at)
{
	ptrdiff_t colon = span_find_char(what, ':');
	struct span type = colon < 0 ? what : span_sub(what, 0, (size_t)colon);
	struct span name = colon < 0 ? what : span_from(what, (size_t)colon + 1);
	size_t mark = s->found.n, n;
	const char *value;

	if (span_is(type, "gpu"))
		return match_name(s, rest, at, arena_span(s->arena, name));
	value = pattern_take(s->arena, type, span_from(s->text->plain, at), &n);
	if (!value)
		return false;
	captures_add(s->arena, &s->found, arena_span(s->arena, name), value);
	if (match(s, rest, at + n))
		return true;
	s->found.n = mark;
	return false;
}

static bool match_brace(struct search *s, struct span pattern, size_t at)
{
	ptrdiff_t end = span_find_char(pattern, '}');
	struct span what, rest;

	if (end < 0)
		return false;
	what = span_sub(pattern, 1, (size_t)end - 1);
	rest = span_from(pattern, (size_t)end + 1);
	if (span_is(what, ".."))
		return match_gap(s, rest, at, 0, GAP_SHORT);
	if (span_is(what, "..."))
		return match_gap(s, rest, at, 0, GAP_LONG);
	return match_fact(s, what, rest, at);
}

/* The length of the literal that the pattern begins with. */
static size_t literal(struct span pattern)
{
	ptrdiff_t brace = span_find_char(pattern, '{');

	return brace < 0 ? pattern.n : (size_t)brace;
}

static bool match(struct search *s, struct span pattern, size_t at)
{
	size_t n = literal(pattern);

	if (++s->steps > STEPS || at + n > s->text->lower.n)
		return false;
	if (memcmp(pattern.p, s->text->lower.p + at, n) != 0)
		return false;
	return n == pattern.n || match_brace(s, span_from(pattern, n), at + n);
}

/* A pattern that begins with a fact is looked for by the text behind it: the fact starts up to
 * BEFORE bytes earlier, at the start of a word. */
static bool match_before(struct search *s, struct span pattern, size_t at, size_t *start)
{
	size_t from = at > BEFORE ? at - BEFORE : 0;

	for (; from < at; from++) {
		if (from && s->text->lower.p[from - 1] != ' ')
			continue;
		*start = from;
		if (match(s, pattern, from))
			return true;
	}
	return false;
}

static struct span first_literal(struct span pattern)
{
	while (pattern.n && pattern.p[0] == '{') {
		ptrdiff_t end = span_find_char(pattern, '}');

		pattern = span_from(pattern, end < 0 ? pattern.n : (size_t)end + 1);
	}
	return span_sub(pattern, 0, literal(pattern));
}

bool pattern_find(struct arena *a, const char *pattern, const struct pattern_text *text,
		  struct captures *to, size_t *at)
{
	struct search s = { .arena = a, .text = text };
	struct span p = span_of(pattern), key = first_literal(p);
	const char *end = text->lower.p + text->lower.n, *hit = text->lower.p;
	bool ok = false;

	while (!ok && key.n && hit && s.steps <= STEPS &&
	       (hit = memmem(hit, (size_t)(end - hit), key.p, key.n))) {
		*at = (size_t)(hit - text->lower.p);
		ok = p.p[0] == '{' ? match_before(&s, p, *at, at) : match(&s, p, *at);
		hit++;
	}
	for (size_t i = 0; ok && i < s.found.n; i++)
		captures_add(a, to, s.found.v[i].name, s.found.v[i].value);
	return ok;
}
