/* The cells of a table as tools print them and as people write them. */
#include <string.h>

#include "base/text.h"
#include "fact/gpu_name.h"
#include "fact/nodeset.h"
#include "read/host/columns_private.h"
#include "read/host/lines_private.h"
#include "read/host/slurm_private.h"
#include "read/host/told_private.h"

struct span columns_bare(struct span s)
{
	s = span_trim(s);
	while (s.n && strchr("`*\"'", s.p[0]))
		s = span_from(s, 1);
	while (s.n && strchr("`*\"'", s.p[s.n - 1]))
		s.n--;
	return span_trim(s);
}

char columns_mark(struct span line)
{
	return span_find_char(line, '|') >= 0 ? '|' : span_find_char(line, '\t') > 0 ? '\t' : 0;
}

static bool next_cell(struct span *line, char mark, struct span *ret)
{
	ptrdiff_t gap;

	if (mark == ',' && span_take(line, "\"")) { /* "gpu01, gpu02",4 */
		(void)span_next(line, '"', ret);
		(void)span_take(line, ",");
		return true;
	}
	if (mark != COLUMNS_WIDE)
		return mark > COLUMNS_BELOW ? span_next(line, mark, ret) : span_word(line, ret);
	*line = span_trim(*line);
	gap = span_find(*line, "  ");
	*ret = span_sub(*line, 0, gap > 0 ? (size_t)gap : line->n);
	*line = span_from(*line, ret->n);
	return ret->n > 0;
}

/* A row within bars whose last one is missing ends within its last cell, which is not whole. */
size_t columns_split(struct span line, char mark, struct span *v)
{
	struct span row = span_trim(line);
	bool cut = mark == '|' && span_starts(row, "|") && !span_ends(row, "|");
	size_t n = 0;

	while (n < COLUMNS_MAX && next_cell(&line, mark, &v[n])) {
		v[n] = mark ? columns_bare(v[n]) : v[n];
		n++;
	}
	if (cut && n)
		v[n - 1] = span_of("");
	return n;
}

size_t columns_row(struct span line, char mark, size_t titles, struct span *v)
{
	size_t n = columns_split(line, mark, v), more;
	struct span *name;

	/* a cell has a blank in it, or is as wide as its column and has one behind it */
	if ((mark == COLUMNS_WIDE || mark == COLUMNS_BELOW) && n != titles &&
	    columns_split(line, mark ^ COLUMNS_WIDE ^ COLUMNS_BELOW, v) == titles)
		return titles;
	n = columns_split(line, mark, v);
	more = n - titles;
	name = (mark && mark != COLUMNS_BELOW) || n <= titles ? NULL :
		FIRST_OF(x, LIST(v, titles), field_has_brand((struct span){ x->p, x->n + 1 }));
	if (!name)
		return n;
	name->n = (size_t)(name[more].p - name->p) + name[more].n;
	memmove(name + 1, name + 1 + more, (size_t)(v + titles - name - 1) * sizeof *v);
	return titles;
}

static size_t wide(const char *from, const char *to)
{
	return text_width((struct span){ from, (size_t)(to - from) });
}

bool columns_place(const struct line *titles, char mark, const struct line *l, size_t n,
		   struct span *v)
{
	struct span t[COLUMNS_MAX], row[COLUMNS_MAX];
	size_t of = columns_split(titles->s, mark, t), at = 0;

	memcpy(row, v, n * sizeof *v);
	memset(v, 0, of * sizeof *v);
	for (size_t i = 0; i < n; i++, at++) {
		size_t from = wide(l->s.p, row[i].p) + l->cut;
		size_t to = from + text_width(row[i]);

		while (at < of && wide(titles->s.p, t[at].p + t[at].n) + titles->cut <= from)
			at++;
		if (at == of || wide(titles->s.p, t[at].p) + titles->cut >= to ||
		    (at + 1 < of && wide(titles->s.p, t[at + 1].p) + titles->cut < to))
			return false;
		v[at] = row[i];
	}
	return true;
}

/* The cells of both stand below each other. */
static bool is_below(const struct line *titles, struct span row, char mark)
{
	struct span v[COLUMNS_MAX], w[COLUMNS_MAX];
	size_t n = columns_split(titles->s, mark, v);

	if (n < 2 || columns_split(row, mark, w) != n)
		return false;
	for (size_t i = 0; i < n; i++) {
		size_t from = wide(titles->s.p, v[i].p) + titles->cut, to = from + text_width(v[i]);
		size_t at = wide(row.p, w[i].p), end = at + text_width(w[i]);

		if (at != from && end != to && !(mark == COLUMNS_WIDE && at >= from && end <= to))
			return false;
	}
	return true;
}

char columns_mark_below(const struct line *titles, struct span text)
{
	struct span row = { NULL, 0 };

	if (columns_is_rule(titles->s)) /* a text may have thousands, one below the other */
		return 0;
	while (span_line(&text, &row) && span_trim(row).n && columns_is_rule(row))
		;
	return (char)((is_below(titles, row, COLUMNS_WIDE) ? COLUMNS_WIDE : 0) |
		      (is_below(titles, row, 0) ? COLUMNS_BELOW : 0));
}

/* Signs for technics and shapes, U+2300 to U+25FF. */
struct span columns_plain(struct span line)
{
	line = span_trim(line);
	while (line.n > 2 && line.p[0] == '\xE2' && line.p[1] >= '\x8C' && line.p[1] <= '\x97')
		line = span_trim(span_from(line, 3));
	return line;
}

bool columns_is_rule(struct span s)
{
	return EVERY(c, LIST(s.p, s.n), strchr("-=+|:> ", *c));
}

bool columns_is_none(struct span s)
{
	/* also where the text ends within them */
	static const char *const marks[] = { "<none>", "(null)" };

	return columns_is_rule(s) || span_in(s, "N/A n/a None none no No — – CPU") ||
	       span_starts(s, "CPU ") || span_starts_nocase(s, "no GPU") ||
	       (s.n <= 6 && ANY(x, ROWS(marks), strncmp(*x, s.p, s.n) == 0));
}

bool columns_is_gres(struct span s)
{
	return span_is(s, "(null)") || span_find_char(s, ':') > 0 || span_is(s, "gpu");
}

void columns_name_shares(struct span above, struct span *v, size_t n)
{
	struct span word;

	for (size_t i = 0; i < n; i++)
		if (span_is(v[i], "f/t") && span_word(&above, &word))
			v[i] = word;
}

/* --- names of nodes -------------------------------------------------------------------------- */

/* Letters, digits and what stands between them: no sentence, time, place or sum. */
bool columns_is_name(struct span s)
{
	uint64_t n;

	if (!s.n || !ascii_alnum(s.p[0]) || span_u64(s, &n) ||
	    span_in(s, "Total total TOTAL Sum sum"))
		return false;
	return span_run_alnum(s, "._-[],") == s.n;
}

bool columns_is_heading(struct span s)
{
	return lines_numbered(s) && columns_is_name(s) && !columns_names_gpu(s, false) &&
	       ascii_alpha(s.p[0]);
}

static size_t digits_from(struct span s)
{
	while (s.n > 0 && ascii_digit(s.p[s.n - 1]))
		s.n--;
	return s.n;
}

/* "gn01-gn04", whose hyphen of n bytes is there, as "gn[01-04]"; it may be part of a name, unless
 * `sure`, or numbers as in "gn001-004" stand around it. */
static bool fold_at(struct arena *a, struct span *one, size_t at, size_t n, bool sure)
{
	struct span behind = span_from(*one, at + n), first;
	size_t from = digits_from(span_sub(*one, 0, at));
	bool again = span_eq(span_sub(behind, 0, from), span_sub(*one, 0, from));
	uint64_t low, high;

	first = span_sub(*one, from, at - from);
	behind = span_from(behind, again ? from : 0);
	if (!from || !span_u64(first, &low) || !span_u64(behind, &high) || high <= low ||
	    !(sure || again || (behind.n > 2 && behind.n == first.n && first.p[0] == '0')))
		return false;
	*one = span_of(arena_printf(a, SPAN_FMT "[" SPAN_FMT "-" SPAN_FMT "]", (int)from, one->p,
				    SPAN_ARG(first), SPAN_ARG(behind)));
	return true;
}

/* Of a cell whose title is of several nodes a hyphen between numbers is one between nodes. */
static struct span ranged(struct arena *a, struct span one, bool people, bool plural)
{
	ptrdiff_t dash = people ? span_find(one, "–") : -1;

	if (dash > 0 && fold_at(a, &one, (size_t)dash, sizeof "–" - 1, true))
		return one;
	for (size_t at = 1; at < one.n; at++)
		if (one.p[at] == '-' && fold_at(a, &one, at, 1, plural))
			break;
	return one;
}

static struct span without_remark(struct span s)
{
	ptrdiff_t remark = span_find(s, " (");

	return remark > 0 ? span_trim(span_sub(s, 0, (size_t)remark)) : s;
}

/* Without the signs that people put around words, "008/009" with a comma, and of
 * "77 nodes (gpu13-gpu89)", "14 — gpu[01-14]" what counts. */
static struct span named(struct arena *a, struct span cell)
{
	char *text = arena_span(a, cell), *to = text;
	struct span rest, ret;
	uint64_t n;

	for (const char *p = text; *p; p++) {
		struct span range = span_of(p);

		/* "gn01 - gn05" */
		if (span_take(&range, " - ") || span_take(&range, " – ") ||
		    span_take(&range, " to ")) {
			*to++ = '-';
			p = range.p - 1;
		} else if (*p == '/' && ascii_digit(p[1])) {
			*to++ = ',';
		} else if (!strchr("`*\"", *p)) {
			*to++ = *p;
		}
	}
	*to = '\0';
	rest = ret = span_of(text);
	if (!span_take_u64(&rest, &n) || !(span_take(&rest, " nodes (") || span_take(&rest, " (") ||
					   span_take(&rest, " — ")) ||
	    !rest.n || !ascii_alpha(rest.p[0]))
		return ret;
	rest.n -= span_ends(rest, ")");
	return rest;
}

/* "20" behind "jag19", which has as many digits, is short for "jag20". */
static struct span as_last(struct arena *a, struct span one, const struct strings *names)
{
	struct span last = span_of(names->n ? names->v[names->n - 1] : NULL);
	size_t from = digits_from(last);

	if (digits_from(one) || !from || last.n - from != one.n)
		return one;
	return span_of(arena_printf(a, SPAN_FMT SPAN_FMT, (int)from, last.p, SPAN_ARG(one)));
}

bool columns_nodes(struct arena *a, struct span cell, bool people, bool plural,
		   struct strings *ret)
{
	struct span one;

	if (!people) {
		(void)nodeset_expand(a, ranged(a, cell, false, false), COLUMNS_NODES, ret);
		return ret->n > 0;
	}
	for (cell = named(a, cell); nodeset_next(&cell, &one);) {
		struct strings names = { NULL, 0, 0 };

		one = ranged(a, without_remark(span_trim(one)), true, plural);
		one = as_last(a, one, ret);
		if (!columns_is_name(one) || !nodeset_expand(a, one, COLUMNS_NODES, &names))
			return false;
		for (size_t i = 0; i < names.n; i++)
			strings_add(a, ret, names.v[i]);
	}
	return ret->n > 0;
}

/* --- GPUs ------------------------------------------------------------------------------------ */

static const char *const other_makers[] = {
	"AMD", "Radeon", "gfx", "RX ", "MI1", "MI2", "MI3", "Intel", "Arc ", "Apple", NULL,
};

bool columns_names_gpu(struct span cell, bool of_gpus)
{
	ARENA_AUTO own = { 0 };
	const char *low = field_lower(&own, cell);
	struct span rest = span_of(of_gpus ? arena_printf(&own, "nvidia %s", low) : low);
	struct gpu_name name;

	return gpu_name_next(&rest, &name) ||
	       (of_gpus && ((lines_numbered(cell) && span_find_nocase(cell, "gpu") < 0) ||
			    columns_is_none(cell) ||
			    span_holds(cell, other_makers)));
}

/* "2 x", "4×", "(8)" before a name; 0: nothing that counts. */
static uint64_t count_before(struct span s)
{
	uint64_t n;

	s = span_trim(s);
	s.n -= span_ends(s, "×") ? sizeof "×" - 1 : s.n && strchr("xX*)", s.p[s.n - 1]) != NULL;
	s = span_trim(s);
	return span_u64(span_from(s, digits_from(s)), &n) ? n : 0;
}

/* "2x", "(4)", "8" before what has no name that is known, and remarks behind it, are no part. */
static void add_unknown(const struct source *s, struct span cell, const struct gpu *like,
			uint64_t count, const struct line *l, struct host *h)
{
	size_t at = span_run_digits(cell, "() x\xC3\x97*");
	uint64_t n = count_before(span_sub(cell, 0, at));
	struct gpu one = *like;

	if (n && n <= COLUMNS_COUNTS && at < cell.n && !span_starts(span_from(cell, at), "GB")) {
		cell = span_from(cell, at);
		count = n;
	}
	cell = without_remark(cell);
	one.name = cell.n ? slurm_name(s->a, cell) : NULL;
	format_gpus(s, h, count <= GPUS_MAX ? count : GPUS_MAX, &one, l->no);
}

/* The names in it; `low` is the same in small letters, with so many before it. */
static void add_named(const struct source *s, struct span cell, const char *low, size_t front,
		      const struct gpu *like, uint64_t count, const struct line *l, struct host *h)
{
	struct span rest = span_of(low), before;
	struct gpu_name name;

	for (before = rest; gpu_name_next(&rest, &name); before = rest) {
		size_t from = (size_t)(name.text.p - low), to = from + name.text.n - front;
		struct gpu one = *like;
		uint64_t n;

		from = from > front ? from - front : 0;
		before.n = (size_t)(name.text.p - before.p);
		n = count_before(before);
		n = n ? n : told_count_behind(rest);
		n = n ? n : count;
		one.name = slurm_name(s->a, span_sub(cell, from, to - from));
		format_gpus(s, h, n <= GPUS_MAX ? n : GPUS_MAX, &one, l->no);
	}
}

void columns_gpus(const struct source *s, struct span cell, const struct gpu *like, uint64_t count,
		  const struct line *l, struct host *h)
{
	const char *low = field_lower(s->a, cell);
	size_t had = h->gpus.n;

	add_named(s, cell, low, 0, like, count, l, h);
	if (h->gpus.n == had) /* "L4" is one where GPUs stand */
		add_named(s, cell, arena_printf(s->a, "nvidia %s", low), sizeof "nvidia", like,
			  count, l, h);
	if (h->gpus.n == had && !span_holds(cell, other_makers))
		add_unknown(s, cell, like, count, l, h);
}

/* --- hosts ----------------------------------------------------------------------------------- */

struct host *columns_find(struct columns *t, const char *name)
{
	size_t at;

	return keys_find(&t->names, span_of(name), &at) ? &t->to->v[t->places.v[at]] :
								 NULL;
}

struct host columns_node(const struct columns *t, const char *name, unsigned line)
{
	struct host h = host_new(t->source);

	h.name = name;
	h.line = line;
	h.format = TEXT_SINFO;
	return h;
}

struct host *columns_add(struct columns *t, const char *name, unsigned line)
{
	ARRAY_ADD(t->src.a, *t->to) = columns_node(t, name, line);
	ARRAY_ADD(t->src.a, t->places) = t->to->n - 1;
	keys_add(t->src.a, &t->names, span_of(name));
	return &t->to->v[t->to->n - 1];
}
