/* A pattern against a text: fixed parts, and facts between them. */
#include "explain/pattern.h"

#include <string.h>

#include "base/dotted.h"
#include "explain/pattern_private.h"

enum { GAP_SHORT = 80, GAP_LONG = 600, NAME_MOST = 60, BEFORE = 240, STEPS = 200000 };

struct search {
	struct arena *arena;
	const struct pattern_text *text;
	struct captures found;
	size_t steps;
};

static bool match(struct search *s, struct span pattern, size_t at);

/* The length of the literal that the pattern begins with. */
static size_t literal(struct span pattern)
{
	ptrdiff_t brace = span_find_char(pattern, '{');

	return brace < 0 ? pattern.n : (size_t)brace;
}

static bool is_choice(struct span what)
{
	return span_find_char(what, '|') >= 0;
}

/* The name behind "|:", where the choice ends with one: what stands there is that fact. */
static struct span take_name(struct span *what)
{
	struct span all = *what, list = all;

	while (list.n && ascii_alpha(list.p[list.n - 1]))
		list.n--;
	if (list.n == all.n || !span_ends(list, "|:"))
		return span_from(all, all.n);
	*what = span_sub(list, 0, list.n - 2);
	return span_from(all, list.n);
}

/* Takes a part off that has to be there, a text or one of the words of a choice; what may be of any
 * text, or absent, gives an empty one. */
static bool next_part(struct span *pattern, struct span *words)
{
	size_t n = literal(*pattern);
	ptrdiff_t end = span_find_char(*pattern, '}');

	*words = span_sub(*pattern, 0, n);
	if (!n && end > 0) {
		n = (size_t)end + 1;
		*words = span_sub(*pattern, 1, n - 2);
		if (!is_choice(*words) || words->p[words->n - 1] == '|')
			words->n = 0;
		(void)take_name(words);
	}
	*pattern = span_from(*pattern, n);
	return n > 0;
}

/* Tries the rest of the pattern behind 0 to `most` bytes, where its literal stands, or one of the
 * words that it begins with. */
static bool match_gap(struct search *s, struct span rest, size_t at, size_t most)
{
	size_t n = literal(rest), from = at;
	struct span within = span_sub(s->text->lower, 0, at + most + n);
	struct span behind = rest, choice, words, word;
	bool begins[256] = { false };
	const char *hit;

	(void)next_part(&behind, &choice);
	choice.n = n ? 0 : choice.n;
	words = choice;
	while (choice.n && pattern_word(&words, &word))
		begins[(unsigned char)word.p[0]] = true;
	while (from <= at + most && from <= within.n && ++s->steps <= STEPS) {
		if (n) {
			hit = memmem(within.p + from, within.n - from, rest.p, n);
			if (!hit)
				return false;
			from = (size_t)(hit - within.p);
		}
		while (choice.n && from < within.n && !begins[(unsigned char)within.p[from]])
			from++;
		if (match(s, rest, from++))
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

/* What was taken by that name stands there again, and goes on with no digit. */
static bool match_same(struct search *s, struct span rest, size_t at, const char *name)
{
	struct span was = span_of(captures_get(&s->found, name)), low = s->text->lower;

	return was.n && span_eq_nocase(span_sub(low, at, was.n), was) &&
	       !(at + was.n < low.n && ascii_digit(low.p[at + was.n])) &&
	       match(s, rest, at + was.n);
}

/* A release that is newer, or older, than what was taken as "asked". */
static bool is_beyond(const struct search *s, struct span type, const char *release)
{
	const char *asked = captures_get(&s->found, "asked");
	int cmp = asked ? dotted_cmp(span_of(release), span_of(asked)) : 0;

	return span_is(type, "newer") ? cmp > 0 : span_is(type, "older") ? cmp < 0 : true;
}

/* "=nvidia-cudss:package": the fact is given, nothing of the text is taken. */
static bool match_given(struct search *s, struct span value, struct span rest, size_t at,
			const char *name)
{
	size_t mark = s->found.n;

	captures_add(s->arena, &s->found, name, arena_span(s->arena, value));
	if (match(s, rest, at))
		return true;
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
	if (span_take(&type, "="))
		return match_given(s, type, rest, at, arena_span(s->arena, name));
	if (span_is(type, "same"))
		return match_same(s, rest, at, arena_span(s->arena, name));
	value = pattern_fact(s->arena, type, span_from(s->text->plain, at), &n);
	if (!value || !is_beyond(s, type, value))
		return false;
	captures_add(s->arena, &s->found, arena_span(s->arena, name), value);
	if (match(s, rest, at + n))
		return true;
	s->found.n = mark;
	return false;
}

static bool match_choice(struct search *s, struct span what, struct span rest, size_t at)
{
	struct span ahead = span_from(s->text->lower, at), name = take_name(&what), word;
	size_t mark = s->found.n;

	if (what.n && what.p[what.n - 1] == '|' && match(s, rest, at))
		return true;
	while (pattern_word(&what, &word)) {
		if (!span_eq(span_sub(ahead, 0, word.n), word))
			continue;
		if (name.n)
			captures_add(s->arena, &s->found, arena_span(s->arena, name),
				     arena_span(s->arena, word));
		if (match(s, rest, at + word.n))
			return true;
		s->found.n = mark;
	}
	return false;
}

static size_t until_close(struct span s)
{
	ptrdiff_t end = span_find_char(s, ')');

	return end < 0 ? s.n : (size_t)end;
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
		return match_gap(s, rest, at, GAP_SHORT);
	if (span_is(what, "..."))
		return match_gap(s, rest, at, GAP_LONG);
	if (span_is(what, "...)"))
		return match_gap(s, rest, at, until_close(span_sub(s->text->lower, at, GAP_LONG)));
	if (is_choice(what))
		return match_choice(s, what, rest, at);
	return match_fact(s, what, rest, at);
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
		char before = from ? s->text->lower.p[from - 1] : ' ';

		if (ascii_alnum(before) || before == '_')
			continue;
		*start = from;
		if (match(s, pattern, from))
			return true;
	}
	return false;
}

/* "a|b & c & !d|e :: rest": what has to stand beside, and what must not; the rest is left. */
static struct span take_beside(struct span *pattern)
{
	ptrdiff_t end = span_find(*pattern, " :: ");
	struct span beside = span_sub(*pattern, 0, end < 0 ? 0 : (size_t)end);

	if (end >= 0)
		*pattern = span_from(*pattern, (size_t)end + 4);
	return beside;
}

/* One of the words begins a word of the text. */
static bool stands(struct span words, const struct pattern_text *text)
{
	struct span word;

	while (pattern_word(&words, &word)) {
		const struct literal *l = literals_get(text->literals, word);

		for (size_t i = 0; l && i < l->n; i++)
			if (!l->v[i] || !ascii_alnum(word.p[0]) ||
			    !ascii_alnum(text->lower.p[l->v[i] - 1]))
				return true;
	}
	return false;
}

static bool is_beside(struct span beside, const struct pattern_text *text)
{
	struct span words;
	bool unwanted;

	while (statement_part(&beside, &words, &unwanted))
		if (stands(words, text) == unwanted)
			return false;
	return true;
}

/* What a pattern is looked for by: its first literal, or the words of a choice before that; *front:
 * it begins with them. */
static struct span key_of(struct span pattern, bool *front)
{
	struct span words = { pattern.p, 0 };

	*front = true;
	if (statement_is_pattern(pattern))
		return statement_key(pattern);
	while (next_part(&pattern, &words) && words.n < LITERAL_LEAST)
		*front = false;
	return words;
}

/* Each part that is long enough to tell is somewhere in the text: of most, one is nowhere. */
static bool may_stand(struct span pattern, const struct pattern_text *text)
{
	struct span words, word;

	while (next_part(&pattern, &words)) {
		bool there = words.n < LITERAL_LONG;

		while (!there && pattern_word(&words, &word))
			there = word.n < LITERAL_LEAST || literals_get(text->literals, word);
		if (!there)
			return false;
	}
	return true;
}

static bool find_at(struct search *s, struct span pattern, const struct literal *places, bool front,
		    size_t *at)
{
	for (size_t i = 0; i < places->n && s->steps <= STEPS; i++) {
		*at = places->v[i];
		if (front ? match(s, pattern, *at) : match_before(s, pattern, *at, at))
			return true;
	}
	return false;
}

bool pattern_find(struct arena *a, const char *pattern, const struct pattern_text *text,
		  struct captures *to, size_t *at)
{
	struct search s = { .arena = a, .text = text };
	struct span p = span_of(pattern), beside = take_beside(&p), key, word;
	bool front, ok = false;
	size_t here;

	if (!is_beside(beside, text))
		return false;
	if (statement_is_pattern(p))
		return statement_find(p, text, false, at);
	if (!may_stand(p, text))
		return false;
	key = key_of(p, &front);
	while (pattern_word(&key, &word)) {
		const struct literal *places = literals_get(text->literals, word);

		if (!places || (ok && places->v[0] >= *at))
			continue;
		if (!find_at(&s, p, places, front, &here) || (ok && here >= *at))
			continue;
		*at = here;
		ok = true;
	}
	if (ok)
		captures_add_all(a, to, &s.found);
	return ok;
}

static void add_words(struct arena *a, struct literals *to, struct span words)
{
	struct span word;

	while (pattern_word(&words, &word))
		literals_add(a, to, word);
}

void pattern_scan(struct arena *a, const struct strings *patterns, struct pattern_text *text)
{
	struct literals *all = arena_new(a, struct literals);
	bool front, unwanted;

	for (size_t i = 0; i < patterns->n; i++) {
		struct span p = span_of(patterns->v[i]), beside = take_beside(&p);
		struct span rest, words, key, word;

		while (statement_part(&beside, &words, &unwanted))
			add_words(a, all, words);
		for (rest = p; !statement_is_pattern(p) && next_part(&rest, &words);)
			if (words.n >= LITERAL_LONG)
				add_words(a, all, words);
		key = key_of(p, &front);
		while (pattern_word(&key, &word))
			literals_add(a, all, statement_is_pattern(p) ? statement_literal(word) :
								       word);
	}
	literals_scan(a, all, text->lower);
	text->literals = all;
	text->ends = statement_ends(a, text);
}

bool pattern_is_statement(const char *pattern)
{
	struct span p = span_of(pattern);

	(void)take_beside(&p);
	return statement_is_pattern(p);
}

bool pattern_find_denied(const char *pattern, const struct pattern_text *text, size_t *at)
{
	struct span p = span_of(pattern), beside = take_beside(&p);

	return statement_is_pattern(p) && is_beside(beside, text) &&
	       statement_find(p, text, true, at);
}

bool pattern_may_stand(const char *pattern, const struct pattern_text *text)
{
	struct span p = span_of(pattern);

	return is_beside(take_beside(&p), text);
}

bool pattern_stands_in(const char *pattern, const struct pattern_text *text)
{
	return span_ends(span_of(pattern), ":: ~") && pattern_may_stand(pattern, text);
}

bool pattern_is_denied(const char *pattern, const struct pattern_text *text, size_t at)
{
	return !pattern_is_statement(pattern) && statement_denies(span_of(pattern), text, at);
}
