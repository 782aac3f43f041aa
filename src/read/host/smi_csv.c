/* nvidia-smi --query-gpu, with its header or without. */
#include <string.h>

#include "fact/driver_number.h"
#include "fact/sm.h"
#include "read/host/format_private.h"

/* --- cells: parted by commas, never quoted -------------------------------------------------- */

enum { CELLS_MAX = 512 };

struct cells {
	struct span v[CELLS_MAX]; /* without white space at the ends */
	size_t n;
};

/* False when there are more than CELLS_MAX. */
static bool cells_cut(struct span line, struct cells *ret)
{
	struct span part;

	ret->n = 0;
	while (span_next(&line, ',', &part)) {
		if (ret->n == CELLS_MAX)
			return false;
		ret->v[ret->n++] = span_trim(part);
	}
	return true;
}

/* "8.9" and "12.0": a compute capability has one digit behind its dot. */
static bool is_capability(struct span s)
{
	struct sm sm;

	return span_find_char(s, '.') == (ptrdiff_t)s.n - 2 && sm_parse(s, &sm) && sm.major >= 2;
}

static bool is_uuid(struct span s)
{
	return span_starts(s, "GPU-") && s.n == 40;
}

/* The last cell of a line without line end may itself be cut: true unless it proves its end. */
static bool cell_open(struct span s)
{
	return !(span_closes(s, ONE_OF("]", "MiB", "%")) || span_is(s, "N/A") ||
		 field_is_bus_id(s) || is_capability(s) || is_uuid(s) ||
		 (span_starts(s, "0x") && s.n == 10));
}

/* nvidia-smi --query-gpu=… --format=csv with its header line, columns in any order. */

struct csv {
	const struct source *s;
	struct host *h;
	struct cells head;
	enum smi_fact fact[CELLS_MAX];
	int count; /* what the column "count" says, or -1 */
};

static const struct column {
	const char *name;
	enum smi_fact fact;
} columns[] = {
#define ROW(place, name, fact, seen, confidence, source) { name, fact },
#include "rows/host/query.def"
#undef ROW
};

/* "memory.total [MiB]" without its unit. */
static struct span bare_name(struct span s)
{
	ptrdiff_t at = span_find(s, " [");

	return at > 0 && span_ends(s, "]") ? span_sub(s, 0, (size_t)at) : s;
}

static bool is_field_name(struct span s)
{
	s = bare_name(s);
	if (s.n == 0 || !ascii_alpha(s.p[0]))
		return false;
	return !ANY(x, LIST(s.p, s.n), !ascii_alnum(*x) && *x != '.' && *x != '_');
}

static enum smi_fact column_fact(struct span s)
{
	s = bare_name(s);
	return FIRST_TELLS(x, ROWS(columns), span_is(s, x->name), x->fact, SMI_NONE);
}

/* A single column is a header only when no sentence could look like it. */
static bool is_header(struct span line)
{
	struct cells c;
	size_t known = 0;

	if (line.n == 0 || !cells_cut(line, &c))
		return false;
	for (size_t i = 0; i < c.n; i++) {
		if (!is_field_name(c.v[i]))
			return false;
		known += column_fact(c.v[i]) != SMI_NONE;
	}
	if (c.n == 1)
		return known == 1 && (span_find_char(line, '_') > 0 ||
				      span_find_char(line, '.') > 0);
	return known > 0;
}

static bool csv_begins(const struct source *s, size_t i)
{
	struct span line = s->v[i].s;

	if (span_is(line, "name") || span_is(line, "gpu_name"))
		return i + 1 < s->n && field_has_brand(s->v[i + 1].s);
	return is_header(line);
}

/* One text where both are known, or `otherwise`. */
static bool same(const char *a, const char *b, bool otherwise)
{
	return a && b ? strcmp(a, b) == 0 : otherwise;
}

static void set_cell(struct csv *c, struct gpu *g, size_t column, struct span v)
{
	struct arena *a = c->s->a;

	if (c->fact[column] == SMI_COUNT)
		c->count = field_index(v);
	else if (c->fact[column] == SMI_MEMORY && field_index(v) >= 0 &&
		 span_ends(c->head.v[column], "[MiB]"))
		smi_fact_set(a, c->h, g, SMI_MEMORY,
			     span_of(arena_printf(a, SPAN_FMT " MiB", SPAN_ARG(v))));
	else
		smi_fact_set(a, c->h, g, c->fact[column], v);
}

enum row { ROW_NONE, ROW_CUT, ROW_WHOLE };

/* A line that stands alone may be a remark between the rows. */
static bool cut_row(const struct csv *c, const struct line *l, struct cells *ret)
{
	return l->s.n && !span_begins(l->s, ONE_OF("Field \"", "No devices")) &&
	       !is_header(l->s) && cells_cut(l->s, ret) &&
	       ret->n <= c->head.n && (ret->n > 1 || c->head.n == 1 || !l->whole);
}

static enum row read_row(struct csv *c, const struct line *l)
{
	struct cells v;
	struct gpu *g;
	size_t n;
	bool cut;

	if (!cut_row(c, l, &v))
		return ROW_NONE;
	cut = v.n < c->head.n || (!l->whole && cell_open(v.v[v.n - 1]));
	n = cut ? v.n - 1 : v.n;
	g = format_gpu(c->s, c->h, (int)c->h->gpus.n, l->no);
	for (size_t i = 0; g && i < n; i++)
		set_cell(c, g, i, v.v[i]);
	if (g && (ANY(b, LIST(c->h->gpus.v, g - c->h->gpus.v),
		      same(g->bus_id, b->bus_id, g->uuid) &&
		      (!g->uuid || same(g->uuid, b->uuid, false))) ||
		  field_is_other_maker(span_of(g->name))))
		c->h->gpus.n--;
	if (g && field_is_other_maker(span_of(g->name)) && !c->h->gpus.n) {
		c->h->nvidia_present = TRI_NO;
		c->h->driver = NULL;
	}
	if (cut)
		FORMAT_CUT(c->s->a, c->h, l->no, CUT_CSV_ROW);
	return cut ? ROW_CUT : ROW_WHOLE;
}

static size_t csv_read(const struct source *s, size_t i, struct host *to)
{
	struct csv of = { .s = s, .h = to, .count = -1 }, *c = &of;
	enum row row = ROW_WHOLE;

	cells_cut(s->v[i].s, &c->head);
	for (size_t k = 0; k < c->head.n; k++)
		c->fact[k] = column_fact(c->head.v[k]);
	i++;
	while (i < s->n && row == ROW_WHOLE && (row = read_row(c, &s->v[i])) != ROW_NONE)
		i++;
	if (to->gpus.n == 0 && (i >= s->n || s->v[i].s.n == 0))
		FORMAT_CUT(s->a, to, s->v[i - 1].no, CUT_CSV_HEADER);
	if (c->count > (int)to->gpus.n)
		FORMAT_CUT(s->a, to, s->v[i - 1].no, CSV_FEWER_GPUS);
	return i;
}

const struct host_format format_smi_csv = { csv_begins, csv_read };

/* --query-gpu with noheader: read only where every cell shows by its form what it is. */

/* Facts by form. Memory is none of them: nothing shows whether it is the total. */
static const struct csv_form {
	bool (*is)(struct span);
	enum smi_fact fact;
} forms[] = {
	{ field_has_brand, SMI_NAME },
	{ is_uuid, SMI_UUID },
	{ field_is_bus_id, SMI_BUS_ID },
	{ driver_number_plain, SMI_DRIVER },
	{ is_capability, SMI_SM },
};

static enum smi_fact form_of(struct span s)
{
	return FIRST_TELLS(x, ROWS(forms), x->is(s), x->fact, SMI_NONE);
}

/* What a query prints besides: numbers, with or without a unit, and fixed words. */
static bool is_other(struct span s)
{
	struct span rest = s;
	uint64_t v;

	if (span_begins(s, ONE_OF("[", "0x")) || span_is(s, "Not Active") ||
	    span_in(s, "Default Exclusive_Process Prohibited Enabled Disabled N/A P0 P1 P2 P3 P5 "
		       "P8 Active WDDM TCC MCDM"))
		return true;
	if (!span_take_u64(&rest, &v) ||
	    (span_take(&rest, ".") && !span_take_u64(&rest, &v)))
		return false;
	rest = span_trim(rest);
	return rest.n == 0 || span_in(rest, "MiB % W MHz");
}

/* At least two cells, one of them only a GPU has, and none of unknown form. */
static bool is_row(struct span line, struct cells *c)
{
	size_t strong = 0;

	if (span_find_char(line, ',') < 0 || !cells_cut(line, c) || c->n < 2)
		return false;
	for (size_t i = 0; i < c->n; i++) {
		enum smi_fact f = form_of(c->v[i]);

		strong += f == SMI_NAME || f == SMI_UUID || f == SMI_BUS_ID;
		if (f == SMI_NONE && !is_other(c->v[i]))
			return false;
	}
	return strong > 0;
}

enum { ROWS_ABOVE = 64 };

/* "gpu, tokens/s": titles of no query; what stands below them was measured somewhere. */
static bool is_titled(const struct source *s, size_t i)
{
	struct cells above, c;
	size_t most = i > ROWS_ABOVE ? i - ROWS_ABOVE : 0;

	while (i > most && is_row(s->v[i - 1].s, &above))
		i--;
	if (i == 0 || !cells_cut(s->v[i - 1].s, &above) || !cells_cut(s->v[i].s, &c) ||
	    above.n != c.n || above.n < 2)
		return false;
	return !ANY(x, above, !x->n || !ascii_alpha(x->p[0]) || field_has_brand(*x));
}

/* "- Accelerator: NVIDIA GeForce RTX 4090, 24564 MiB" without its label. */
static struct span without_label(struct span line)
{
	ptrdiff_t at = span_find(line, ": ");
	struct span rest = span_from(line, (size_t)(at + 2));

	return at > 0 && field_has_brand(rest) ? rest : line;
}

/* With its label or without one: a colon may also stand in a cell. */
static bool is_labelled_row(struct span line, struct cells *c)
{
	return is_row(line, c) || is_row(without_label(line), c);
}

/* --query-gpu=name: nothing but names, below their title or several that are alike. */
static bool is_names(const struct source *s, size_t i)
{
	bool titled = i > 0 && span_is(s->v[i - 1].s, "name"), many = i == 0 && s->n > 1;

	return (titled || many) && field_has_brand(s->v[i].s) &&
	       span_run_alnum(s->v[i].s, " -") == s->v[i].s.n &&
	       EVERY(l, LIST(s->v + i, s->n - i), !l->s.n ||
		     (titled ? field_has_brand(l->s) : span_eq(l->s, s->v[i].s) && l->whole));
}

/* A label may stand before the first row, if another one follows. */
static bool bare_begins(const struct source *s, size_t i)
{
	struct cells c;

	if (is_row(s->v[i].s, &c) || is_names(s, i))
		return !is_titled(s, i);
	return i + 1 < s->n && is_labelled_row(s->v[i].s, &c) && is_row(s->v[i + 1].s, &c);
}

static size_t bare_read(const struct source *s, size_t i, struct host *to)
{
	struct cells c;
	size_t width = 0;

	for (bool names = is_names(s, i); names && i < s->n; i++)
		if (s->v[i].s.n)
			smi_fact_set(s->a, to, format_gpu(s, to, (int)to->gpus.n, s->v[i].no),
				     SMI_NAME, s->v[i].s);
	for (; i < s->n && is_labelled_row(s->v[i].s, &c); i++) {
		const struct line *l = &s->v[i];
		bool open = !l->whole && cell_open(c.v[c.n - 1]);
		struct gpu *g;

		if (width && c.n != width)
			break;
		width = c.n;
		g = format_gpu(s, to, (int)to->gpus.n, l->no);
		for (size_t k = 0; g && k < c.n - open; k++)
			smi_fact_set(s->a, to, g, form_of(c.v[k]), c.v[k]);
		if (!l->whole)
			FORMAT_CUT(s->a, to, l->no, CUT_CSV_PERHAPS);
	}
	if (i < s->n && s->v[i].s.n && !s->v[i].whole)
		FORMAT_CUT(s->a, to, s->v[i].no, CUT_CSV_ROW);
	return i;
}

const struct host_format format_smi_csv_bare = { bare_begins, bare_read };
