/*
 * What a title says, of a table, a label before a value or a key of a tree. Whoever writes them
 * joins a few words in any way: "GPU_COUNT", "# of GPUs per node", "nvidia.com/gpu", "ngpus". A row
 * has words of which one must be there, of which another must, and which may be, longest first.
 */
#include <string.h>

#include "read/host/columns_private.h"
#include "read/host/lines_private.h"

enum { TOOLS = 1, PEOPLE = 2, ALL = TOOLS | PEOPLE, SMALL = TOOLS | 4 };
enum { TITLE_LONG = 48, BELOW = 12 };

#define GPU "gpu accelerator"
/* Of what else, too: beside it stands what only a machine has. */
#define WEAK "name"

/* The first row that fits a title has it, those of a node first. */
static const struct title {
	enum column is;
	int of;
	const char *one, *other, *may;
} titles[] = {
#define ROW(place, fact, whose, one, other, may, seen, confidence, source) \
	{ fact, whose, one, other, may },
#include "rows/host/title.def"
#undef ROW
};

/* All of it is words of the row. */
static bool matches(const struct title *t, struct span s)
{
	bool one = false, other = !*t->other;

	while (s.n) {
		size_t a = span_starts_in(s, t->one), b = span_starts_in(s, t->other);
		size_t c = span_starts_in(s, t->may);
		size_t n = a > b ? a : b;

		n = n > c ? n : c;
		if (!n)
			return false;
		one |= a == n;
		other |= b == n;
		s = span_from(s, n);
	}
	return one && other;
}

/* Its letters, digits, "#" and "/", small; without `all` a remark in brackets says no more. */
static struct span squeeze(struct span s, bool all, char *room)
{
	size_t n = 0;

	for (; s.n && n < TITLE_LONG; s = span_from(s, 1)) {
		if (strchr(",;=", s.p[0]))
			return (struct span){ room, 0 };
		if (!all && s.p[0] == '(' && n && !span_starts(s, "(s)"))
			break;
		if (ascii_alnum(s.p[0]) || strchr("#/", s.p[0]))
			room[n++] = ascii_lower(s.p[0]);
	}
	return (struct span){ room, n < TITLE_LONG ? n : 0 };
}

static bool is_small(char c)
{
	return ascii_alpha(c) && c == ascii_lower(c);
}

/* Tools print titles in capitals, or join words by marks; people write as they like. */
static bool may_say(const struct title *t, struct span title, bool people)
{
	return t->of & (people ? PEOPLE : TOOLS) &&
	       (people || (t->of & SMALL) == SMALL ||
		!ANY(c, LIST(title.p, title.n), is_small(*c)) ||
		ANY(c, LIST(title.p, title.n), strchr("_./", *c)));
}

/* The first rows below the titles. */
struct below {
	struct span v[BELOW][COLUMNS_MAX];
	size_t n;
};

static void take_below(const struct columns *t, struct span text, struct below *b)
{
	struct span line;

	while (b->n < BELOW && span_line(&text, &line)) {
		struct span v[COLUMNS_MAX + 1];
		size_t n;

		line = columns_plain(line);
		if (!line.n && b->n)
			break;
		if (!line.n || columns_is_rule(line))
			continue;
		n = columns_row(line, t->mark, t->n, v);
		memcpy(b->v[b->n++], v, (n < t->n ? n : t->n) * sizeof *v);
	}
}

/* The first of a column's cells that has something. */
static struct span told(const struct below *b, size_t at)
{
	const struct span(*row)[COLUMNS_MAX] = FIRST_OF(x, LIST(b->v, b->n),
							!columns_is_none((*x)[at]));

	return row ? (*row)[at] : b->v[0][at];
}

/* Rows of the same node: a number that begins with 0 is one of its GPU. */
static bool is_again(const struct columns *t, const struct below *b)
{
	size_t at = t->at[NODE] < 0 ? 0 : (size_t)t->at[NODE];

	for (size_t i = 1; i < b->n; i++)
		if (!b->v[i][at].n || span_eq(b->v[i][at], b->v[i - 1][at]))
			return true;
	return b->n == 1 && t->at[PRODUCT] >= 0;
}

/* "8", "2x", "2 each" */
static bool counts(struct span s, uint64_t *n)
{
	return span_take_u64(&s, n) && (!s.n || span_in(span_trim(s), "x × each"));
}

/*
 * "GPU" stands above names, numbers of GPUs, or the number of one; what people call a model or type
 * is one of a GPU where it names one; nodes are named or counted.
 */
static bool fits(const struct columns *of, const struct title *t, struct span title,
		 const struct below *b, size_t at)
{
	bool gpus = span_starts(span_of(t->one), GPU), bare = gpus && !*t->other;
	struct span below = told(b, at);
	uint64_t n;

	if (t->is == NODE || t->is == NODES)
		return span_u64(below, &n) ? t->is == NODES || !span_ends(title, "s") :
					     t->is == NODE;
	if (bare && counts(below, &n) && !(of->people && n > COLUMNS_COUNTS))
		return t->is == (n == 0 && is_again(of, b) ? INDEX : COUNT);
	if (t->is == PRODUCT && of->people)
		return (gpus && columns_names_gpu(below, true)) ||
		       ANY(row, LIST(b->v, b->n), columns_names_gpu((*row)[at], false));
	if (bare)
		return t->is == PRODUCT;
	return t->is != COUNT || !of->people || span_take_u64(&below, &n) || columns_is_none(below);
}

/* Titles go on below these. */
static bool is_title_again(const struct columns *t, const struct below *b)
{
	return EVERY(v, LIST(b->v[0], t->n),
		     EVERY(c, LIST(v->p, v->n), !is_small(*c) && !ascii_digit(*c)));
}

static bool is_of_nodes(struct span title, struct span said, bool people)
{
	/* of a line of any text, which is asked first */
	return span_holds(said, ONE_OF("node", "host", "server", "machine", "instance", "name",
				       "system", "workstation", "computer")) &&
	       ANY(row, ROWS(titles), row->is <= NODES && may_say(row, title, people) &&
		   matches(row, said));
}

bool columns_names_node(struct span title)
{
	char room[TITLE_LONG];

	return is_of_nodes(title, squeeze(title, true, room), true);
}

void columns_titles(struct columns *t, const struct span *v, struct span text)
{
	struct below b = { .n = 0 };
	bool any = t->turned;
	char room[COLUMNS_MAX][TITLE_LONG];
	struct span said[COLUMNS_MAX];

	memset(t->at, -1, sizeof t->at);
	t->per_node = t->weak = false;
	for (size_t i = 0; i < t->n; i++) {
		said[i] = squeeze(v[i], true, room[i]);
		if (span_find_char(v[i], '(') > 0 && !ANY(x, ROWS(titles), matches(x, said[i])))
			said[i] = squeeze(v[i], false, room[i]);
		any |= is_of_nodes(v[i], said[i], t->people);
	}
	if (any)
		take_below(t, text, &b);
	any &= !is_title_again(t, &b);
	for (size_t k = 0; any && k < sizeof titles / sizeof *titles; k++) {
		const struct title *row = &titles[k];
		bool weak = row->of == PEOPLE && span_is(span_of(row->one), WEAK);

		if ((row->is > NODES && t->at[NODE] < 0 && t->at[NODES] < 0 && !t->turned) ||
		    (weak && t->at[NODES] >= 0))
			continue;
		for (size_t i = 0; i < t->n && t->at[row->is] < 0; i++) {
			if (!may_say(row, v[i], t->people) || !matches(row, said[i]) ||
			    !fits(t, row, said[i], &b, i))
				continue;
			t->at[row->is] = (int)i;
			t->per_node |= row->is == COUNT && span_find(said[i], "node") >= 0;
			t->weak |= weak;
		}
	}
}
