/*
 * Tables of nodes: a row of titles says what each column tells, a row for each node, for each GPU
 * of one, or for several nodes in one notation. sinfo (Slurm, src/sinfo/print.c), also without
 * titles; lshosts -gpu and bhosts -gpu (LSF); qhost -F (Grid Engine); pbsnodes -aSj; kubectl -o
 * custom-columns and --show-labels; sky show-gpus; condor_status -af, whose columns are told by
 * their form; tables that people write of their machines, in Markdown or with commas. They stand
 * anywhere in a text, several below each other: what is in none of them is left to others.
 */
#include <string.h>

#include "base/keys.h"
#include "base/text.h"
#include "fact/host_fold.h"
#include "read/host/columns_private.h"
#include "read/host/format_private.h"
#include "read/host/host_labels_private.h"
#include "read/host/host_merge_private.h"
#include "read/host/slurm_private.h"
#include "read/host/told_private.h"

/* So many nodes, without names, of GPUs that are named: counts alone are those of a benchmark. */
static bool is_counted(const struct columns *t)
{
	if (t->turned == 1 || t->n < 2)
		return false; /* what one may ask for */
	if (t->turned && t->at[NODES] < 0)
		return t->at[PRODUCT] >= 0 && (t->at[COUNT] >= 0 || t->at[DRIVER] >= 0);
	return t->at[NODES] >= 0 && (t->at[GRES] >= 0 || (t->people && t->at[PRODUCT] >= 0));
}

/* A node, and its GPUs, or the state in which it is. */
static bool is_table(struct columns *t, const struct span *v)
{
	static const enum column gpus[] = { GRES, PRODUCT, LABELS, USED, TOTAL, COUNT };

	t->bare = EVERY(x, ROWS(gpus), t->at[*x] < 0);
	if (t->turned && t->at[NODES] >= 0)
		t->at[NODE] = -1;
	if (t->weak && t->at[PART] < 0 && t->at[DRIVER] < 0)
		return false;
	t->counted = t->at[NODE] < 0;
	if (t->people && t->at[PRODUCT] < 0 &&
	    ANY(x, LIST(v, t->n), span_holds(*x, ONE_OF("Job", "job", "xperiment", "enchmark"))))
		return false; /* how many each was given */
	if (t->at[PRICE] >= 0 && (t->counted || span_find_nocase(v[t->at[NODE]], "instance") < 0))
		return false; /* what one may rent */
	if (t->counted || t->n < 2)
		return is_counted(t);
	t->plural = span_ends(v[t->at[NODE]], "s");
	return !t->bare || t->at[SYSTEM] > 0 ||
	       (t->at[STATE] > 0 && span_is(v[t->at[NODE]], "NODELIST"));
}

/* Titles of a node and of its GPUs; `text` is what stands below them. */
static bool is_header(struct columns *t, const struct line *l, struct span above,
		      struct span text)
{
	char mark = columns_mark(l->s);
	bool pairs = span_find(l->s, ": ") >= 0 || (!mark && span_find_char(l->s, '=') >= 0);
	char below = pairs ? 0 : columns_mark_below(l, text);
	char wide = below & COLUMNS_WIDE;
	char blank = below & COLUMNS_BELOW ? (char)(wide ? COLUMNS_BELOW : 0) : wide;
	/* what tools print comes first: people write in any form, where each cell has its title */
	const struct { char mark; bool people, is; } ways[] = {
		{ blank, false, !mark }, { mark, true, mark },
		{ ',', true, !mark && span_find_char(l->s, ',') >= 0 },
		{ wide, true, below },
	};

	for (size_t i = 0; !pairs && i < sizeof ways / sizeof *ways; i++) {
		struct columns found = *t;
		struct span v[COLUMNS_MAX];

		if (!ways[i].is)
			continue;
		found.mark = ways[i].mark;
		found.people = ways[i].people;
		found.n = columns_split(l->s, found.mark, v);
		if (ANY(x, LIST(v, found.n), span_digits(*x, "")))
			continue; /* of a log, by the hundred thousand */
		columns_name_shares(above, v, found.n);
		columns_titles(&found, v, text);
		if (is_table(&found, v)) {
			found.titled = true;
			found.titles = *l;
			found.cut = l->cut;
			found.first = t->to->n;
			*t = found;
			return true;
		}
	}
	return false;
}

static struct span cell(const struct columns *t, const struct span *v, size_t n, enum column is)
{
	bool has = t->at[is] >= 0 && (size_t)t->at[is] < n && !columns_is_none(v[t->at[is]]);

	return has ? v[t->at[is]] : (struct span){ NULL, 0 };
}

/* "kubernetes.io/arch=amd64,nvidia.com/gpu.product=Tesla-T4" */
static struct tree *labels_of(struct arena *a, struct span s)
{
	struct tree *labels = tree_new(a, TREE_MAP, 0);
	struct span one, key;

	while (span_next(&s, ',', &one))
		if (span_next(&one, '=', &key))
			tree_put(a, labels, key, one);
	return labels;
}

/* A node of which one cell tells all, and which may stand there once for each of its partitions. */
static void add_listed(struct columns *t, const struct line *l, struct span all,
		       struct span features, const char *name)
{
	bool kinds = t->at[GRES] < 0;
	struct host h = columns_node(t, name, l->no);
	struct arena_mark before;
	size_t at;

	if (name && keys_find(&t->listed, span_of(name), &at))
		return;
	if (name)
		keys_add(t->src.a, &t->listed, span_of(name));
	before = arena_mark(t->src.a);
	if (t->at[LABELS] >= 0)
		host_labels_take(t->src.a, labels_of(t->src.a, all), &h);
	else
		slurm_gres(&t->src, l, all, kinds, &h);
	slurm_features(t->src.a, features, &h);
	host_settle(t->src.a, &h);
	hosts_add(t->src.a, t->to, &(struct hosts){ .v = &h, .n = 1 }, before);
}

/* "1.0" of a price list and "8" are numbers, of GPUs or nodes; false: it is none. */
static bool count_of(struct span s, uint64_t *n, uint64_t most)
{
	if (!span_take_u64(&s, n))
		return false;
	*n = *n <= most ? *n : most;
	return true;
}

/* A number of the node; "0/4", of which none is free; or its share of all that the row counts. */
static bool gpus_of(const struct columns *t, const struct span *v, size_t n, uint64_t *many)
{
	struct span total = cell(t, v, n, TOTAL), memory = cell(t, v, n, MEMORY), unused;
	ptrdiff_t gb = span_find(memory, "GB");

	if (span_find_char(total, '/') > 0)
		(void)span_next(&total, '/', &unused);
	if (count_of(cell(t, v, n, COUNT), many, GPUS_MAX) || count_of(total, many, GPUS_MAX))
		return true;
	*many = gb > 0 ? told_count_behind(span_from(memory, (size_t)gb + 2)) : 0;
	if (*many && *many <= GPUS_MAX)
		return true; /* "32 GB × 2" */
	if (!count_of(cell(t, v, n, SUM), many, SIZE_MAX) || *many % t->nodes)
		return false;
	*many /= t->nodes;
	return *many <= GPUS_MAX;
}

/* "535.183.01 / 12.2" of people has the CUDA number, too. */
static void add_driver(struct columns *t, struct span cell, struct host *h)
{
	struct span driver;

	if (h->driver || !span_next(&cell, '/', &driver))
		return;
	h->driver = field_driver(t->src.a, driver);
	smi_version_set(t->src.a, h, SMI_CUDA, cell);
}

/* A name as the tool prints it, or what people write in its place. */
static void add_product(struct columns *t, struct span product, const struct gpu *like,
			uint64_t n, const struct line *l, struct host *h)
{
	struct gpu one = *like;
	size_t had = h->gpus.n;

	one.name = slurm_name(t->src.a, product);
	if (span_starts(product, "gpu:"))
		slurm_gres(&t->src, l, product, false, h);
	else if (t->people)
		columns_gpus(&t->src, product, like, 1, l, h);
	if (t->people && n > 1 && h->gpus.n - had != n) { /* else of as many kinds one each */
		h->gpus.n = had;
		columns_gpus(&t->src, product, like, n, l, h);
	}
	if (!t->people)
		format_gpus(&t->src, h, n, &one, l->no);
}

/* What stands in the cells of one row about the GPUs of its node. */
static void add_gpus(struct columns *t, const struct span *v, size_t n, const struct line *l,
		     struct host *h)
{
	struct span product = cell(t, v, n, PRODUCT);
	struct gpu like = gpu_new(0);
	uint64_t many = 0;
	/* NAME:.metadata.name,GPU:.status.allocatable.…; "3090" is a name */
	bool number = span_u64(product, &many) && !(t->people && many > COLUMNS_COUNTS);
	bool counted = number || gpus_of(t, v, n, &many);

	product.n = number ? 0 : product.n;
	many = many <= GPUS_MAX ? many : GPUS_MAX;
	h->gpus_known = true;
	h->platform = h->platform ? h->platform : format_platform_of_os(cell(t, v, n, SYSTEM));
	add_driver(t, cell(t, v, n, DRIVER), h);
	field_sm(&like, cell(t, v, n, CAPABILITY), SM_SOURCE_CSV);
	if (product.n)
		add_product(t, product, &like, counted ? many : 1, l, h);
	else if (counted || t->at[INDEX] >= 0)
		format_gpus(&t->src, h, counted ? many : 1, &like, l->no);
	if (!counted && h->gpus.n == 1 && (t->counted || t->nodes > 1))
		FORMAT_CUT(t->src.a, h, l->no, HOST_GPUS_NOT_COUNTED);
	host_settle(t->src.a, h);
}

/* A row again of a node: its GPUs count where they are of another kind. */
static void add_again(struct columns *t, const struct span *v, size_t n, const struct line *l,
		      struct host *h)
{
	struct host other = columns_node(t, h->name, l->no);

	add_gpus(t, v, n, l, &other);
	if (!t->people || !other.gpus.n ||
	    ANY(x, h->gpus, text_same(x->name, other.gpus.v[0].name)))
		return;
	EACH(struct gpu, g, other.gpus) {
		g->index = (int)h->gpus.n;
		ARRAY_ADD(t->src.a, h->gpus) = *g;
	}
}

/*
 * "12 | 4x A100" below "Nodes | GPUs", "2 gpu:a100:4" below "NODES GRES": so many machines without
 * names. How many GPUs each has is said by the cell, or by a title that counts them for a node.
 */
static bool add_unnamed(struct columns *t, struct span *v, size_t n, int gres,
			const struct line *l)
{
	struct host h = columns_node(t, NULL, l->no);
	struct span of_all = t->per_node ? (struct span){ NULL, 0 } : cell(t, v, n, COUNT);

	t->nodes = 1;
	if ((t->at[NODES] >= 0 && !count_of(cell(t, v, n, NODES), &t->nodes, HOSTS_MAX)) ||
	    (gres >= 0 && (n <= (size_t)gres || !columns_is_gres(v[gres]))))
		return false;
	if (gres < 0) {
		if (of_all.n)
			v[t->at[COUNT]].n = 0;
		add_gpus(t, v, n, l, &h);
		h.gpus_known &= h.gpus.n || !of_all.n;
	}
	for (uint64_t i = 0; i < t->nodes && hosts_machines(t->to) < HOSTS_MAX; i++)
		if (gres < 0)
			ARRAY_ADD(t->src.a, *t->to) = h;
		else
			add_listed(t, l, v[gres], cell(t, v, n, FEATURES), NULL);
	return true;
}

/* "hl:gpu=8": a resource of the node above, as qhost -F prints it below its row. */
static bool add_resource(struct columns *t, const struct line *l)
{
	struct span key, value = l->s;
	struct host *h = t->to->n > t->first ? &t->to->v[t->to->n - 1] : NULL;
	const struct gpu like = gpu_new(0);
	uint64_t n;

	if (!h || t->at[SYSTEM] < 0 || l->cut <= t->cut || !span_next(&value, ':', &key) ||
	    key.n != 2 || !span_next(&value, '=', &key))
		return false;
	if (span_in(key, "gpu gpus ngpus num_gpus") && count_of(value, &n, GPUS_MAX) &&
	    n > h->gpus.n) {
		h->gpus.n = 0;
		format_gpus(&t->src, h, n, &like, l->no);
	}
	return true;
}

/* The nodes of a row; false: it is none of the table. */
static bool row_nodes(const struct columns *t, struct arena *a, const struct span *v, size_t n,
		      int gres, struct strings *names)
{
	size_t at = (size_t)t->at[NODE];

	if (n <= at || (!t->people && !columns_is_name(v[at])) ||
	    span_starts_nocase(cell(t, v, n, PRODUCT), "TBD") ||
	    (t->at[LABELS] >= 0 && span_find_char(cell(t, v, n, LABELS), '=') < 0) ||
	    (gres >= 0 && (n <= (size_t)gres || !columns_is_gres(v[gres]))))
		return false;
	if (t->at[TOTAL] < 0 &&
	    columns_nodes(a, v[at], gres < 0 && t->people, t->plural, names))
		return true;
	/* "node[0]" is a vnode; "Windows PC" of people has blanks */
	if (t->at[TOTAL] >= 0 ||
	    (t->mark == '|' && !t->weak && t->at[PRODUCT] >= 0 && span_alnum(v[at], " -_.") &&
	     ascii_alpha(v[at].p[0]) && columns_names_gpu(cell(t, v, n, PRODUCT), true)))
		strings_add(a, names, arena_span(a, v[at]));
	return names->n > 0;
}

/* The cells of a row. Of those that are blank, the node's is as in the row above. */
static size_t row_cells(const struct columns *t, const struct line *l, int gres, struct span *v)
{
	size_t n = columns_row(l->s, t->mark, t->titled ? t->n : SIZE_MAX, v);

	if (!t->titled || t->mark > COLUMNS_BELOW || n < 2 || n >= t->n ||
	    !columns_place(&t->titles, t->mark, l, n, v))
		return n;
	if (gres >= 0 && !v[gres].n)
		v[gres] = span_of("(null)");
	if (t->at[NODE] == 0 && !v[0].n && t->to->n > t->first)
		v[0] = span_of(t->to->v[t->to->n - 1].name);
	return t->n;
}

static bool add_row(struct columns *t, const struct line *l)
{
	struct strings names = { NULL, 0, 0 };
	ARENA_AUTO own = { 0 };
	struct span v[COLUMNS_MAX];
	int gres = t->at[GRES] >= 0 ? t->at[GRES] : t->at[USED];
	size_t n = row_cells(t, l, gres, v);

	if (t->at[SYSTEM] >= 0 && span_is(v[0], "global"))
		return true;
	if (t->counted)
		return add_unnamed(t, v, n, gres, l);
	if (!row_nodes(t, &own, v, n, gres, &names))
		return false;
	t->nodes = names.n;
	for (size_t i = 0; i < names.n && hosts_machines(t->to) < HOSTS_MAX; i++) {
		const char *name = arena_str(t->src.a, names.v[i]);
		struct host *h = gres < 0 ? columns_find(t, name) : NULL;

		if (t->bare && t->at[SYSTEM] < 0)
			ARRAY_ADD(t->src.a, *t->named) = columns_node(t, name, l->no);
		else if (gres >= 0 || t->at[LABELS] >= 0)
			add_listed(t, l, gres < 0 ? cell(t, v, n, LABELS) : v[gres],
				   cell(t, v, n, FEATURES), name);
		else if (!h || t->at[INDEX] >= 0)
			add_gpus(t, v, n, l, h ? h : columns_add(t, name, l->no));
		else
			add_again(t, v, n, l, h);
	}
	return true;
}

/* --- the text -------------------------------------------------------------------------------- */

/* The line is the first row of such a table. */
static bool begins_untitled(struct columns *t, const struct line *l, struct span above,
			    struct span here)
{
	bool asked = span_find(above, "sinfo ") >= 0;

	if ((above.n && !asked) ||
	    !columns_untitled(t, here, asked && (span_find(above, "%G") > 0 ||
						 span_find_nocase(above, "gres") > 0)))
		return false;
	t->titled = t->bare = t->plural = t->people = false;
	t->counted = t->at[NODE] < 0;
	t->first = t->to->n;
	t->cut = l->cut;
	return true;
}

/* It ends before the node that has its GPUs, or the line below is a row again: the one at hand was
 * damaged, unless it is a prompt's. */
static bool goes_on(struct columns *t, const struct line *l, struct span below)
{
	struct span v[COLUMNS_MAX], line;
	int gres = t->at[GRES] >= 0 ? t->at[GRES] : t->at[USED];
	size_t n = columns_split(l->s, t->mark, v);

	if (gres >= 0 && n > (size_t)gres && n <= (size_t)t->at[NODE] &&
	    span_starts(v[gres], "gpu:"))
		return true;
	if (t->people && t->mark == '|' && n == t->n && t->at[PRODUCT] >= 0 &&
	    columns_names_gpu(v[t->at[PRODUCT]], false))
		return true;
	n = span_line(&below, &line) ? columns_split(line, t->mark, v) : 0;
	if (!n || n != t->n || strchr("$#", l->s.p[0]))
		return false;
	return gres >= 0 ? n > (size_t)gres && columns_is_gres(v[gres]) : t->people;
}

/* Whether the line is of the table at hand; "..." says that rows of it are left out. */
static bool take_row(struct columns *t, const struct line *l, struct span below)
{
	struct span v[COLUMNS_MAX];
	bool cut = span_begins(l->s, ONE_OF("…", "...", "[...]", "<snip>")) ||
		   (!l->whole && l->cut > t->cut && t->mark <= COLUMNS_BELOW &&
		    columns_split(l->s, t->mark, v) + 1 < t->n);

	if (!cut && (add_resource(t, l) || add_row(t, l)))
		return true;
	cut |= goes_on(t, l, below);
	t->missed = cut && !t->missed ? l->no : t->missed;
	return cut;
}

bool columns_feed(struct columns *t, struct span table, unsigned line)
{
	struct line row = { .no = line, .whole = 1 };

	(void)span_line(&table, &row.s);
	if (!is_header(t, &row, span_sub(table, 0, 0), table))
		return false;
	while (span_line(&table, &row.s))
		if (!add_row(t, &row) && !t->missed)
			t->missed = line;
	return true;
}

/* A table at the front of the text whose columns are the machines, or a list of lists; it is then
 * behind it. */
static bool read_made(struct columns *t, struct line *l, struct span here, struct span *text,
		      struct left *left)
{
	bool turned = span_starts(l->s, "|"), reads;
	struct span rows = here, table = { NULL, 0 };

	if (!columns_markup(t->src.a, l->s, &rows, &table))
		return false;
	t->turned = turned ? lines_count(table) - 1 : 0;
	reads = columns_feed(t, table, l->no);
	t->turned = 0;
	if (turned && !reads)
		return false;
	here.n -= rows.n;
	l->no += (unsigned)lines_count(here) - 1;
	if (reads)
		left_without(left, here);
	*text = rows;
	return true;
}

static void read_lines(struct columns *t, struct span text, struct left *left)
{
	struct span above = { NULL, 0 }, here = text;
	struct line l = { .no = 0 };
	bool open = false;

	for (; span_line(&text, &l.s); here = text) {
		struct span whole = l.s, plain = columns_plain(l.s);

		l.no++;
		l.whole = text.n > 0 || text.p[-1] == '\n';
		l.cut = (unsigned)(plain.p - l.s.p);
		l.s = plain;
		if (!plain.n)
			open &= t->at[GRES] >= 0; /* whose rows are known by it */
		else if (!open && strchr("|*<{", plain.p[0]) && !span_starts(above, "|") &&
			 !is_header(t, &l, above, text) && read_made(t, &l, here, &text, left))
			plain.n = 0;
		else if (!columns_is_rule(l.s))
			open = (open && t->at[GRES] >= 0 && add_row(t, &l)) ||
			       is_header(t, &l, above, text) ||
			       ((begins_untitled(t, &l, above, here) || open) &&
				take_row(t, &l, text));
		above = columns_is_rule(l.s) && l.s.n ? above : l.s;
		if (open && plain.n)
			left_without(left, whole);
	}
}

bool columns_read(struct arena *a, const char *source, struct span text, struct left *left,
		  struct hosts *named, struct hosts *ret)
{
	struct columns t = { .src = { .a = a }, .source = source, .to = ret, .from = ret->n,
			     .named = named };

	if (columns_slots(&t, text))
		left_without(left, text);
	else
		read_lines(&t, text, left);
	if (t.missed && ret->n > t.from)
		FORMAT_CUT(a, &ret->v[ret->n - 1], t.missed, CUT_GPU_LIST);
	left->missed = t.missed;
	return format_listed(a, source, t.from, ret);
}
