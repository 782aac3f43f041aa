/* The words of told.def in a line: each byte is looked at by the few rows that begin with it. */
#include <string.h>

#include "read/host/format_private.h"
#include "read/host/told_private.h"

enum { CLAUSE = 200 };

static const struct {
	enum told_kind kind;
	const char *const *texts;
} rows[] = {
#define WORDS(kind, ...) { TOLD_##kind, (const char *const[]){ __VA_ARGS__, NULL } },
#include "read/host/told.def"
#undef WORDS
};

static void add_word(struct told_table *t, short i, enum told_kind kind, struct span text)
{
	bool within = span_take(&text, "*");
	short *first = &t->first[within][(unsigned char)text.p[0]];

	t->open[i] = span_ends(text, "*");
	t->word[i] = span_sub(text, 0, text.n - t->open[i]);
	t->kind[i] = kind;
	t->next[i] = *first;
	*first = i;
}

void told_table_make(struct told_table *t)
{
	short n = 0;

	memset(t->first, -1, sizeof t->first);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		for (size_t k = 0; rows[i].texts[k]; k++)
			add_word(t, n++, rows[i].kind, span_of(rows[i].texts[k]));
}

/* The longest that begins there, of those that begin a word or of those that stand within one. */
static void longest(const struct told_table *t, bool within, struct span low, size_t at,
		    struct told_word *best)
{
	for (short i = t->first[within][(unsigned char)low.p[at]]; i >= 0; i = t->next[i]) {
		struct span word = t->word[i];
		size_t end = at + word.n;

		if (word.n > best->n && end <= low.n && low.p[end - 1] == word.p[word.n - 1] &&
		    memcmp(low.p + at, word.p, word.n) == 0 &&
		    (t->open[i] || end == low.n || !ascii_alnum(low.p[end]) ||
		     !ascii_alnum(low.p[end - 1])))
			*best = (struct told_word){ t->kind[i], at, word.n };
	}
}

size_t told_words(const struct told_table *t, struct span low, struct told_word v[TOLD_WORDS])
{
	size_t n = 0;

	for (size_t at = 0; at < low.n && n < TOLD_WORDS; at++) {
		struct told_word best = { TOLD_NONE, at, 0 };

		if (!ascii_alnum(low.p[at]) || at == 0 || !ascii_alnum(low.p[at - 1]))
			longest(t, false, low, at, &best);
		longest(t, true, low, at, &best);
		if (best.n) {
			v[n++] = best;
			at += best.n - 1;
		}
	}
	return n;
}

bool told_in_word(char c)
{
	return ascii_alnum(c) || c == '.' || c == '_';
}

struct span told_number_at(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) || (s.p[n] == '.' && n + 1 < s.n && n &&
						   ascii_digit(s.p[n + 1]))))
		n++;
	return span_sub(s, 0, n);
}

bool told_is_size(struct span behind)
{
	size_t n = 0;

	behind = told_skip(behind, " ");
	while (n < behind.n && (ascii_alpha(behind.p[n]) || behind.p[n] == '%'))
		n++;
	return n && !(n < behind.n && strchr(n > 1 ? "_-" : "/_-'\"", behind.p[n])) &&
	       span_in(span_sub(behind, 0, n), "b kb mb gb tb kib mib gib tib g w watt watts mhz "
					       "ghz ms s sec seconds fps tokens %");
}

bool told_ends_asking(struct span s)
{
	return span_closes(s, ONE_OF("?", "？", "吗", "么", "嘛", "不"));
}

struct span told_skip(struct span s, const char *marks)
{
	while (s.n && strchr(marks, s.p[0]))
		s = span_from(s, 1);
	return s;
}

bool told_in_label(const struct told_line *l, size_t at)
{
	return l->label.n && l->low.p + at >= l->label.p &&
	       l->low.p + at < l->label.p + l->label.n;
}

/* --- clauses --------------------------------------------------------------------------------- */

/* What a mark begins with; each byte around a name is asked. */
static bool may_be_mark(char c)
{
	switch ((unsigned char)c) {
	case ',': case ';': case '.': case '?': case '!': case 0xe3: case 0xef:
		return true;
	default:
		return false;
	}
}

/* A mark of the sentence, or where it `ends`. */
static bool is_mark(struct span s, size_t i, bool ends)
{
	static const char *const marks[] = { ". ", "? ", "! ", "。", "？", "！", "，", "；" };

	if (!may_be_mark(s.p[i]))
		return false;
	if (s.p[i] == ',' || s.p[i] == ';')
		return !ends;
	if (span_ends(span_sub(s, 0, i), "vs") || span_ends(span_sub(s, 0, i), "e.g"))
		return false;
	return ANY(x, LIST(marks, sizeof marks / sizeof *marks - (ends ? 2 : 0)),
		   s.p[i] == **x && span_starts(span_from(s, i), *x));
}

static struct span between_marks(struct span s, size_t at, bool ends)
{
	size_t begin = at, end = at;

	while (begin && !is_mark(s, begin - 1, ends) && at - begin < CLAUSE)
		begin--;
	while (end < s.n && !is_mark(s, end, ends) && end - at < CLAUSE)
		end++;
	return span_sub(s, begin, end - begin);
}

struct span told_clause(struct span s, size_t at)
{
	return between_marks(s, at, false);
}

struct span told_sentence(struct span s, size_t at)
{
	return between_marks(s, at, true);
}

bool told_has_within(const struct told_reading *r, struct span part, enum told_kind kind)
{
	size_t begin = (size_t)(part.p - r->l->low.p);

	return ANY(w, LIST(r->words, r->n), w->kind == kind && w->at >= begin &&
		   w->at < begin + part.n);
}

bool told_has(const struct told_reading *r, enum told_kind kind)
{
	return told_has_within(r, r->l->low, kind);
}

bool told_hopes(const struct told_reading *r, struct span part)
{
	return told_has_within(r, part, TOLD_WISH) || told_has_within(r, part, TOLD_EXAMPLE) ||
	       told_has_within(r, part, TOLD_RIVAL) || told_has_within(r, part, TOLD_ADVICE) ||
	       told_has_within(r, part, TOLD_SHOP) ||
	       (told_has_within(r, part, TOLD_ASKED) && !told_has_within(r, part, TOLD_OWN));
}

bool told_wishes(const struct told_reading *r, struct span part)
{
	return told_hopes(r, part) || told_has_within(r, part, TOLD_MEASURED);
}

bool told_owns(const struct told_reading *r, struct span part)
{
	return told_has_within(r, part, TOLD_OWN) ||
	       (told_has_within(r, part, TOLD_USE) && !told_has_within(r, part, TOLD_ASKED));
}

/* What is wished for or an example goes on over commas: "mandates CUDA 11.8, driver 525". */
bool told_wished(const struct told_reading *r, size_t at)
{
	const struct told_word *last = NULL;
	struct span between;

	for (size_t i = 0; i < r->n && r->words[i].at < at; i++) {
		enum told_kind kind = r->words[i].kind;

		if (kind == TOLD_WISH || kind == TOLD_EXAMPLE || kind == TOLD_OWN ||
		    kind == TOLD_USE || kind == TOLD_HERE)
			last = &r->words[i];
	}
	between = span_sub(r->l->low, last ? last->at : at, at - (last ? last->at : at));
	return last && (last->kind == TOLD_WISH || last->kind == TOLD_EXAMPLE) &&
	       !span_holds(between, ONE_OF(". ", "。", ")"));
}
