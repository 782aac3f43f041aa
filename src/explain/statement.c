/* Statements by their parts: all of them in one sentence, and nothing that denies them. */
#include <string.h>

#include "explain/line_mark_private.h"
#include "explain/pattern_private.h"

enum { REACH = 260, SENTENCES_MOST = 300, TEXT_MOST = 16384, POST_LEAST = 160 };

struct range {
	size_t from, to;
};

bool statement_is_pattern(struct span pattern)
{
	return span_starts(pattern, "& ") || span_starts(pattern, "&& ");
}

bool statement_part(struct span *rest, struct span *words, bool *unwanted)
{
	ptrdiff_t end;

	if (!rest->n)
		return false;
	if (!span_take(rest, "& "))
		(void)span_take(rest, "&& ");
	end = span_find(*rest, " & ");
	*words = span_sub(*rest, 0, end < 0 ? rest->n : (size_t)end);
	*rest = span_from(*rest, end < 0 ? rest->n : (size_t)end + 3);
	*unwanted = span_take(words, "!");
	return true;
}

struct span statement_key(struct span pattern)
{
	struct span part = { pattern.p, 0 };
	bool unwanted;

	(void)statement_part(&pattern, &part, &unwanted);
	return part;
}

struct span statement_literal(struct span word)
{
	return span_sub(word, 0, word.n - (word.n && word.p[word.n - 1] == '_'));
}

/* "RuntimeError: …": what a program printed is no part of what somebody says. */
static bool is_message(struct span line)
{
	static const char *const kinds[] = { "Error:", "Warning:", "Exception:" };
	size_t n = span_run_alnum(line, "_.");

	return ANY(x, ROWS(kinds), n < line.n && span_ends(span_sub(line, 0, n + 1), *x)) ||
	       span_starts(line, "Traceback (most recent");
}

/* An empty line, one that begins a point of a list, or a message, stands between the byte and the
 * next. A title and what asks below it in few words are of one sentence. */
static bool is_paragraph(const struct pattern_text *t, size_t at)
{
	size_t from = pattern_source(t, at), to = pattern_source(t, at + 1), lines = 0;
	char next = to < t->source.n ? t->source.p[to] : ' ';

	for (size_t i = from; i < to; i++)
		lines += t->source.p[i] == '\n';
	if (lines && is_message(span_from(t->source, to)))
		return true;
	return (lines > 1 && t->source.n > POST_LEAST) ||
	       (lines && (strchr("-#$>|+", next) || ascii_digit(next)));
}

/* A sentence ends with this byte. */
static bool is_end(const struct pattern_text *t, size_t at)
{
	char c = t->lower.p[at], next = at + 1 < t->lower.n ? t->lower.p[at + 1] : ' ';

	bool parted = next == ' ' || (unsigned char)next >= 0x80;

	if (strchr(".!?;", c) && c && parted)
		return true;
	/* a line end became a blank, or nothing beside Chinese */
	return (parted || c == ' ' || (unsigned char)c >= 0x80) && is_paragraph(t, at);
}

const bool *statement_ends(struct arena *a, const struct pattern_text *t)
{
	size_t n = t->lower.n < TEXT_MOST + 2 * REACH ? t->lower.n : TEXT_MOST + 2 * REACH;
	bool *ret = arena_array(a, n, sizeof *ret);

	for (size_t i = 0; i < n; i++)
		ret[i] = is_end(t, i);
	return ret;
}

static struct range sentence_of(const struct pattern_text *t, size_t at)
{
	struct range r = { at, at };

	while (r.from && at - r.from < REACH && !t->ends[r.from - 1])
		r.from--;
	while (r.to < t->lower.n && r.to - at < REACH && !t->ends[r.to])
		r.to++;
	if (r.to < t->lower.n)
		r.to++;
	return r;
}

static bool in_word(char c)
{
	return ascii_alnum(c) || c == '_';
}

/* At the start of a word; a word that ends in "_" is a whole one, another may go on. */
static bool is_at(struct span text, size_t at, struct span word)
{
	bool whole = word.n && word.p[word.n - 1] == '_';
	size_t n = word.n - whole;

	if (!span_eq(span_sub(text, at, n), span_sub(word, 0, n)))
		return false;
	if (at && ascii_alnum(word.p[0]) && in_word(text.p[at - 1]))
		return false;
	return !whole || at + n >= text.n || !in_word(text.p[at + n]);
}

/* The first of the words in the range; false: none is there. */
static bool find_word(struct span text, struct range in, struct span words, struct range *ret)
{
	bool first[256] = { false };
	struct span word, rest;

	for (rest = words; pattern_word(&rest, &word);)
		if (word.n)
			first[(unsigned char)word.p[0]] = true;
	for (size_t at = in.from; at < in.to; at++) {
		if (!first[(unsigned char)text.p[at]])
			continue;
		for (rest = words; pattern_word(&rest, &word);)
			if (word.n && word.p[0] == text.p[at] && is_at(text, at, word)) {
				*ret = (struct range){ at, at + word.n };
				return true;
			}
	}
	return false;
}

/* The byte is of one of the words. */
static bool is_inside(struct span text, size_t at, struct span words)
{
	struct span word;

	while (pattern_word(&words, &word))
		for (size_t back = 0; back < word.n && back <= at; back++)
			if (is_at(text, at - back, word))
				return true;
	return false;
}

static bool is_clause_end(const struct pattern_text *t, size_t at)
{
	if (t->lower.p[at] == ',' && at + 1 < t->lower.n &&
	    (unsigned char)t->lower.p[at + 1] >= 0x80)
		return true;
	return span_begins(span_from(t->lower, at), ONE_OF(", ", ": ", " but ", " because ",
							   " so ", " since ", " although ",
							   " whereas ", "\xe4\xbd\x86",
							   "\xe5\x9b\xa0\xe4\xb8\xba",
							   "\xe6\x89\x80\xe4\xbb\xa5"));
}

/* From the clause of the first part to that of the last. */
static struct range clauses_of(const struct pattern_text *t, struct range in, struct range parts)
{
	while (parts.from > in.from && !is_clause_end(t, parts.from))
		parts.from--;
	while (parts.to < in.to && !is_clause_end(t, parts.to))
		parts.to++;
	return parts;
}

/* "does torch need it": it begins as questions do. */
static bool begins_question(struct span s)
{
	return span_begins(span_trim(s), ONE_OF("does ", "do i ", "do we ", "is ", "are ", "can ",
						"should ", "must "));
}

static bool is_question(const struct pattern_text *t, struct range in)
{
	struct range at;

	return (begins_question(span_sub(t->lower, in.from, in.to - in.from)) ||
		find_word(t->lower, in, t->speech.asks, &at)) &&
	       !find_word(t->lower, in, t->speech.wonders, &at);
}

/* Not one that only looks so ("not only", "不同"), and none that is of the pattern itself. */
static bool is_denial(struct span pattern, const struct pattern_text *t, struct range word)
{
	struct span part;
	bool unwanted;

	if (is_inside(t->lower, word.from, t->speech.harmless))
		return false;
	if (!statement_is_pattern(pattern))
		return !memmem(pattern.p, pattern.n, t->lower.p + word.from, word.to - word.from);
	while (statement_part(&pattern, &part, &unwanted))
		if (is_inside(t->lower, word.from, part))
			return false;
	return true;
}

static bool is_denied(struct span pattern, const struct pattern_text *t, struct range in)
{
	struct range at;

	in.from += in.from < in.to && t->lower.p[in.from] == ',';
	if (span_begins(span_trim(span_from(t->lower, in.from)), ONE_OF("if ", "如果", "若")))
		return false; /* it is left open whether it is so */
	while (find_word(t->lower, in, t->speech.denials, &at)) {
		if (is_denial(pattern, t, at))
			return true;
		in.from = at.from + 1;
	}
	return false;
}

/* The same for a part of a statement: a word within a phrase that means another thing is none. */
static bool find_part(const struct pattern_text *t, struct range in, struct span part,
		      struct range *ret)
{
	for (; find_word(t->lower, in, part, ret); in.from = ret->from + 1)
		if (!is_inside(t->lower, ret->from, t->speech.idle))
			return true;
	return false;
}

/* Every part is in the sentence, and none that is forbidden; *all: from the first to the last. */
static bool has_parts(struct span pattern, const struct pattern_text *t, struct range in,
		      struct range *all)
{
	struct range at;
	struct span part;
	bool forbidden;

	*all = (struct range){ in.to, in.from };
	while (statement_part(&pattern, &part, &forbidden)) {
		if (find_part(t, in, part, &at) == forbidden)
			return false;
		if (forbidden)
			continue;
		all->from = at.from < all->from ? at.from : all->from;
		all->to = at.to > all->to ? at.to : all->to;
	}
	return true;
}

/* The sentence says it or, where that is looked for, says that it is not so. */
static bool holds(struct span pattern, const struct pattern_text *t, struct range in, bool denied)
{
	struct range all;

	if (!has_parts(pattern, t, in, &all))
		return false;
	if (span_starts(pattern, "&& ") || is_question(t, in))
		return !denied;
	return is_denied(pattern, t, clauses_of(t, in, all)) == denied;
}

size_t pattern_sentence(const struct pattern_text *t, size_t at)
{
	return at > TEXT_MOST ? at : sentence_of(t, at).from;
}

bool pattern_asks(const struct pattern_text *t, size_t at)
{
	return at <= TEXT_MOST && is_question(t, sentence_of(t, at));
}

bool pattern_asks_denied(const char *pattern, const struct pattern_text *t, size_t at)
{
	struct range in, all;

	if (at > TEXT_MOST || !statement_is_pattern(span_of(pattern)))
		return false;
	in = sentence_of(t, at);
	return has_parts(span_of(pattern), t, in, &all) &&
	       is_denied(span_of(pattern), t, clauses_of(t, in, all));
}

size_t pattern_message(const struct pattern_text *t, size_t at)
{
	size_t from = pattern_source(t, at), n;
	struct span line;

	while (from && t->source.p[from - 1] != '\n')
		from--;
	line = span_from(t->source, from);
	while ((n = line_mark(line)))
		line = span_from(line, n);
	return is_message(line) ? from : SIZE_MAX;
}

bool statement_denies(struct span pattern, const struct pattern_text *t, size_t at)
{
	const struct range one = { at, at + 1 };
	struct range in;

	if (at > TEXT_MOST)
		return false;
	in = sentence_of(t, at);
	return !is_question(t, in) && is_denied(pattern, t, clauses_of(t, in, one));
}

static bool find_by(struct span pattern, const struct pattern_text *t, const struct literal *places,
		    bool denied, size_t *at)
{
	size_t seen = 0, past = 0;

	for (size_t i = 0; i < places->n && seen < SENTENCES_MOST; i++) {
		struct range in;

		if (places->v[i] < past || places->v[i] > TEXT_MOST)
			continue;
		in = sentence_of(t, places->v[i]);
		past = in.to;
		seen++;
		if (holds(pattern, t, in, denied)) {
			*at = in.from;
			return true;
		}
	}
	return false;
}

bool statement_find(struct span pattern, const struct pattern_text *text, bool denied,
		    size_t *at)
{
	struct span key = statement_key(pattern), word;
	bool ok = false;
	size_t here;

	while (pattern_word(&key, &word)) {
		const struct literal *places =
			literals_get(text->literals, statement_literal(word));

		if (!places || !find_by(pattern, text, places, denied, &here) ||
		    (ok && here >= *at))
			continue;
		*at = here;
		ok = true;
	}
	return ok;
}
