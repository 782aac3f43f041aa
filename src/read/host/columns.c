/*
 * Tables of nodes: a row of titles says what each column tells, a row for each node, for each GPU
 * of one, or for several nodes in one notation. sinfo (Slurm, src/sinfo/print.c), also without
 * titles; lshosts -gpu and bhosts -gpu (LSF); pbsnodes -aSj; kubectl -o custom-columns and
 * --show-labels; sky show-gpus; condor_status -af, whose columns are told by their form.
 */
#include <string.h>

#include "base/keys.h"
#include "fact/host_fold.h"
#include "read/host/columns_private.h"
#include "read/host/format_private.h"
#include "read/host/host_labels_private.h"
#include "fact/nodeset.h"
#include "read/host/slurm_private.h"

enum { COLUMNS_MAX = 40, LINES_BEFORE = 8 };

enum column { NODE, GRES, PRODUCT, LABELS, COUNT, INDEX, DRIVER, CAPABILITY, STATE, TOTAL,
	      USED, NUMBER, COLUMNS };

static const struct {
	const char *title;
	enum column is;
} titles[] = {
	{ "NODELIST", NODE }, { "HOSTNAMES", NODE }, { "HOSTNAME", NODE }, { "NAME", NODE },
	{ "NODE", NODE }, { "INSTANCETYPE", NODE }, { "GRES", GRES }, { "GPU", PRODUCT },
	{ "MODEL", PRODUCT }, { "gpumodel", PRODUCT }, { "COUNT", COUNT }, { "QTY", COUNT },
	{ "GPUID", INDEX }, { "gpuid", INDEX }, { "DRIVER", DRIVER }, { "gpudriver", DRIVER },
	{ "gpufactor", CAPABILITY }, { "LABELS", LABELS }, { "STATE", STATE },
	{ "GRESUSED", USED }, { "vnode", NODE }, { "ngpus", TOTAL }, { "Node", NODE },
	{ "GPUs", NUMBER }, { "GPUS", NUMBER }, { "GPUCOUNT", NUMBER },
	{ "nvidiacomgpu", NUMBER }, { "AvailableGPUs", NUMBER }, { "GPUPRODUCT", PRODUCT },
	{ "GPUMODEL", PRODUCT }, { "GPUTYPE", PRODUCT }, { "GPUNAME", PRODUCT },
	{ "GRESMTA", GRES },
};

struct node_table {
	struct source src;
	const char *source;
	struct hosts *to;
	size_t from;             /* of the hosts that are of this table */
	struct keys names;       /* of theirs */
	ARRAY(size_t) places;    /* among the hosts, of each of the names */
	struct keys listed;      /* names of nodes whose GPUs stand in one cell */
	int at[COLUMNS];         /* -1: no such column */
	size_t n;                /* columns that the titles have */
	bool bar;                /* they stand between '|' */
	bool titled, missed;
	bool bare;               /* no column tells of GPUs, only that these are nodes */
};

static size_t split(struct span line, bool bar, struct span *v)
{
	size_t n = 0;

	while (n < COLUMNS_MAX && (bar ? span_next(&line, '|', &v[n]) : span_word(&line, &v[n]))) {
		v[n] = span_trim(v[n]);
		n++;
	}
	return n;
}

/* "f/t", free of all of them: what, stands in the line above, in the same order. */
static void name_shares(struct span above, struct span *v, size_t n)
{
	struct span word;

	for (size_t i = 0; i < n; i++)
		if (span_is(v[i], "f/t") && span_word(&above, &word))
			v[i] = word;
}

/* Whoever asks for columns names them: "GPU.PRODUCT", "GPU_TYPE", "GRES(M:T:A)". */
static bool is_title(struct span s, const char *title)
{
	for (; s.n && *title; s = span_from(s, 1))
		if (ascii_alnum(s.p[0]) && s.p[0] != *title++)
			return false;
	while (s.n && !ascii_alnum(s.p[0]))
		s = span_from(s, 1);
	return !s.n && !*title;
}

/* Titles of a node and of its GPUs. */
static bool is_header(struct node_table *t, struct span line, struct span above)
{
	struct span v[COLUMNS_MAX];
	struct node_table found = *t;

	found.bar = span_find_char(line, '|') >= 0;
	for (int i = 0; i < COLUMNS; i++)
		found.at[i] = -1;
	found.n = split(line, found.bar, v);
	name_shares(above, v, found.n);
	for (size_t i = 0; i < found.n; i++)
		for (size_t k = 0; k < sizeof titles / sizeof *titles; k++)
			if (is_title(v[i], titles[k].title))
				found.at[titles[k].is] = (int)i;
	found.bare = found.at[GRES] < 0 && found.at[PRODUCT] < 0 && found.at[LABELS] < 0 &&
		     found.at[USED] < 0 && found.at[TOTAL] < 0 && found.at[NUMBER] < 0;
	if (found.at[NODE] < 0 || found.n < 2 ||
	    (found.bare &&
	     !(found.at[STATE] > 0 && span_is(v[found.at[NODE]], "NODELIST"))))
		return false;
	found.titled = true;
	*t = found;
	return true;
}

/* "(null)", "gpu:a100:8,nvme:3600" */
static bool is_gres(struct span s)
{
	return span_is(s, "(null)") || span_find_char(s, ':') > 0 || span_starts(s, "gpu");
}

static bool is_none(struct span s)
{
	return span_is(s, "<none>") || span_is(s, "-") || span_is(s, "(null)") || !s.n;
}

static struct span cell(const struct node_table *t, const struct span *v, size_t n, enum column is)
{
	bool has = t->at[is] >= 0 && (size_t)t->at[is] < n && !is_none(v[t->at[is]]);

	return has ? v[t->at[is]] : (struct span){ NULL, 0 };
}

static struct host *node_find(struct node_table *t, const char *name)
{
	size_t at;

	return keys_find(&t->names, span_of(name), &at) ? &t->to->v[t->places.v[at]] :
								 NULL;
}

static struct host new_node(const struct node_table *t, const char *name, unsigned line)
{
	struct host h = host_new(t->source);

	h.name = name;
	h.line = line;
	h.format = TEXT_SINFO;
	return h;
}

static struct host *node_add(struct node_table *t, const char *name, unsigned line)
{
	ARRAY_ADD(t->src.a, *t->to) = new_node(t, name, line);
	ARRAY_ADD(t->src.a, t->places) = t->to->n - 1;
	keys_add(t->src.a, &t->names, span_of(name));
	return &t->to->v[t->to->n - 1];
}

/*
 * A node of which one cell tells all, and which may stand there once for each of its partitions. It
 * is read for a while: of one that is like another only the name is kept.
 */
static void add_listed(struct node_table *t, const struct line *l, struct span gres,
		       const char *name)
{
	bool kinds = t->at[GRES] < 0;
	ARENA_AUTO own = { 0 };
	struct source src = { .a = &own };
	struct host h = new_node(t, name, l->no);
	size_t at;

	if (keys_find(&t->listed, span_of(name), &at))
		return;
	h.name = arena_str(t->src.a, name);
	keys_add(t->src.a, &t->listed, span_of(h.name));
	slurm_gres(&src, l, gres, kinds, &h);
	if (hosts_fold_in(t->src.a, t->to, &h))
		return;
	h = new_node(t, h.name, l->no);
	slurm_gres(&t->src, l, gres, kinds, &h);
	ARRAY_ADD(t->src.a, *t->to) = h;
	hosts_fold_kept(t->src.a, t->to, t->to->n - 1);
}

/* "1.0" of a price list and "8" are numbers of GPUs. */
static uint64_t count_of(struct span s)
{
	uint64_t n = 1;

	(void)span_take_u64(&s, &n);
	return n <= GPUS_MAX ? n : GPUS_MAX;
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

/* "0/4": none of four is free. */
static void add_total(struct node_table *t, struct span share, const struct line *l, struct host *h)
{
	const struct gpu like = gpu_new(0);
	uint64_t free, all;

	if (!span_take_u64(&share, &free) || !span_take(&share, "/") || !span_u64(share, &all))
		return;
	format_gpus(&t->src, h, all, &like, l->no);
}

/* What stands in the cells of one row about the GPUs of its node. */
static void add_gpus(struct node_table *t, const struct span *v, size_t n, const struct line *l,
		     struct host *h)
{
	struct span product = cell(t, v, n, PRODUCT), driver = cell(t, v, n, DRIVER);
	struct span number = cell(t, v, n, NUMBER);
	struct gpu like = gpu_new(0);
	uint64_t many;

	if (t->at[LABELS] >= 0) {
		host_labels_take(t->src.a, labels_of(t->src.a, cell(t, v, n, LABELS)), h);
		return;
	}
	if (span_u64(product, &many)) { /* NAME:.metadata.name,GPU:.status.allocatable.… */
		number = product;
		product = (struct span){ NULL, 0 };
	}
	h->gpus_known = t->at[PRODUCT] >= 0 || t->at[TOTAL] >= 0 || t->at[NUMBER] >= 0;
	if (!product.n && span_u64(number, &many))
		format_gpus(&t->src, h, many, &like, l->no);
	if (t->at[TOTAL] >= 0)
		add_total(t, cell(t, v, n, TOTAL), l, h);
	if (!product.n)
		return;
	if (!h->driver)
		h->driver = field_version(t->src.a, driver);
	like.name = slurm_name(t->src.a, product);
	field_sm(&like, cell(t, v, n, CAPABILITY), SM_SOURCE_CSV);
	format_gpus(&t->src, h, count_of(cell(t, v, n, COUNT)), &like, l->no);
}

/* A row that does not begin at the edge goes on with the node above. */
static bool continues(const struct node_table *t, const struct line *l, size_t n)
{
	return t->titled && !t->bar && l->cut > 0 && n + 1 == t->n && t->at[NODE] == 0 &&
	       t->to->n > t->from;
}

/* A row that would go on, and ends before it has all. */
static bool is_cut(const struct node_table *t, const struct line *l)
{
	struct span v[COLUMNS_MAX];

	return !l->whole && l->cut > 0 && t->titled && t->at[NODE] == 0 && t->to->n > t->from &&
	       !continues(t, l, split(l->s, t->bar, v));
}

static bool add_row(struct node_table *t, const struct line *l)
{
	struct strings names = { NULL, 0, 0 };
	ARENA_AUTO own = { 0 };
	struct span cells[COLUMNS_MAX + 1], *v = cells + 1;
	size_t n = split(l->s, t->bar, v);
	int gres = t->at[GRES] >= 0 ? t->at[GRES] : t->at[USED];

	if (continues(t, l, n)) {
		*--v = span_of(t->to->v[t->to->n - 1].name);
		n++;
	}
	if (n <= (size_t)t->at[NODE] ||
	    (gres >= 0 && (n <= (size_t)gres || !is_gres(v[gres]))))
		return false;
	nodeset_expand(&own, v[t->at[NODE]], HOSTS_MAX, &names);
	for (size_t i = 0; i < names.n && hosts_machines(t->to) < HOSTS_MAX; i++) {
		struct host *h = gres < 0 ? node_find(t, names.v[i]) : NULL;

		if (gres >= 0)
			add_listed(t, l, v[gres], names.v[i]);
		else if (!h)
			add_gpus(t, v, n, l, node_add(t, arena_str(t->src.a, names.v[i]), l->no));
		else if (t->at[INDEX] >= 0)
			add_gpus(t, v, n, l, h);
	}
	return names.n > 0;
}

static bool has_digit(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (ascii_digit(s.p[i]))
			return true;
	return false;
}

/* "gpu07", "cryoem-gpu10,ml-gpu[01,11]", and no number, time or share. */
static bool is_nodes(struct span s)
{
	bool letter = false;

	for (size_t i = 0; i < s.n; i++) {
		letter |= ascii_alpha(s.p[i]);
		if (!ascii_alnum(s.p[i]) && !strchr("._-[],", s.p[i]))
			return false;
	}
	return letter && has_digit(s);
}

/*
 * sinfo -h -o "%N|%G|…", sinfo -h -N -O: a node, and its GPUs in the first column where each row
 * has them or none; what is in use stands behind it. Between blanks a node's name has a number.
 */
static bool is_untitled(struct node_table *t, struct span text)
{
	struct span line, v[COLUMNS_MAX];
	bool gres[COLUMNS_MAX] = { false }, told[COLUMNS_MAX] = { false };
	bool nodes[COLUMNS_MAX] = { false };
	size_t rows = 0, columns = 0, n;

	t->bar = span_find_char(text, '|') >= 0;
	t->at[NODE] = 0;
	for (; span_line(&text, &line); rows++) {
		if (!span_trim(line).n)
			continue;
		n = split(line, t->bar, v);
		if (n < 2 || !v[0].n || (columns && n != columns))
			return false;
		for (size_t i = 0; i < n; i++) {
			nodes[i] = (nodes[i] || !columns) && is_nodes(v[i]);
			gres[i] = (gres[i] || !columns) && is_gres(v[i]);
			told[i] |= span_starts(v[i], "gpu:");
		}
		columns = n;
	}
	while (!t->bar && t->at[NODE] < (int)columns && !nodes[t->at[NODE]])
		t->at[NODE]++;
	if (t->at[NODE] == (int)columns)
		return false;
	for (t->at[GRES] = 1; t->at[GRES] < (int)columns; t->at[GRES]++)
		if (gres[t->at[GRES]] && told[t->at[GRES]])
			return rows > 1;
	return false;
}

static bool is_rule(struct span s)
{
	while (s.n && strchr("-= ", s.p[0]))
		s = span_from(s, 1);
	return !s.n;
}

static bool read_rows(struct node_table *t, struct span text)
{
	struct span above = { NULL, 0 };
	struct line l = { .no = 0 };

	while (span_line(&text, &l.s)) {
		struct span plain = span_trim(l.s);

		l.no++;
		l.whole = text.n > 0 || text.p[-1] == '\n';
		l.cut = plain.n ? (unsigned)(plain.p - l.s.p) : 0;
		l.s = plain;
		if (is_rule(l.s) || is_header(t, l.s, above))
			continue;
		above = l.s;
		if (!t->titled && t->at[NODE] < 0 && l.no > LINES_BEFORE)
			return false;
		t->missed |= t->at[NODE] >= 0 && (is_cut(t, &l) || !add_row(t, &l));
	}
	return t->to->n > t->from;
}

/* --- cells that show by their form what they are --------------------------------------------- */

/* "slot1@node": the cells behind it are of that node. */
static bool take_slot(struct span *line, struct span *node)
{
	struct span word, slot;

	return span_word(line, &word) && span_next(&word, '@', &slot) &&
	       span_starts(slot, "slot") && (*node = word).n > 0;
}

static bool is_slots(struct span text)
{
	struct span line, node;
	size_t rows = 0, named = 0;

	while (span_line(&text, &line)) {
		if (!span_trim(line).n)
			continue;
		if (!take_slot(&line, &node))
			return false;
		rows++;
		named += span_find(line, " NVIDIA ") >= 0 || span_find(line, " Tesla ") >= 0;
	}
	return rows > 1 && named > 0;
}

/* How many, a name, "8.0" of it, the "12.4" of CUDA and its memory, as far as they are there. */
static void add_slot(struct node_table *t, struct span line, const char *name, unsigned no)
{
	struct host *h = node_add(t, name, no);
	struct span title = { NULL, 0 }, word, sm = title, memory = title;
	struct gpu like = gpu_new(0);
	uint64_t n = 1, number;

	h->format = TEXT_KEYED;
	h->gpus_known = true;
	while (span_word(&line, &word)) {
		bool counts = span_u64(word, &number);

		if (!title.n && counts)
			n = number;
		else if (!title.n && field_has_brand((struct span){ word.p, word.n + 1 }))
			title = word;
		else if (title.n && counts)
			memory = word;
		else if (title.n && field_is_version(word) && !sm.n)
			sm = word;
		else if (title.n && field_is_version(word))
			smi_version_set(t->src.a, h, SMI_CUDA, word);
		else if (title.n && !sm.n && !memory.n)
			title.n = (size_t)(word.p - title.p) + word.n;
	}
	like.name = field_words(t->src.a, title);
	field_sm(&like, sm, SM_SOURCE_CSV);
	like.memory_mib = memory.n ? field_index(memory) : -1;
	format_gpus(&t->src, h, title.n ? n : 0, &like, no);
}

static bool read_slots(struct node_table *t, struct span text)
{
	struct span line, node;

	for (unsigned no = 1; span_line(&text, &line) && t->to->n < HOSTS_MAX; no++)
		if (take_slot(&line, &node) && !node_find(t, arena_span(t->src.a, node)))
			add_slot(t, line, arena_span(t->src.a, node), no);
	return t->to->n > t->from;
}

bool columns_read(struct arena *a, const char *source, struct span text, bool bare,
		  struct hosts *ret)
{
	struct node_table t = { .src = { .a = a }, .source = source, .to = ret, .from = ret->n };

	if (!is_untitled(&t, text))
		for (int i = 0; i < COLUMNS; i++)
			t.at[i] = -1;
	else
		for (int i = GRES + 1; i < COLUMNS; i++)
			t.at[i] = -1;
	if (!(is_slots(text) ? read_slots(&t, text) : read_rows(&t, text)) || (t.bare && !bare)) {
		hosts_cut(ret, t.from);
		return false;
	}
	if (t.missed)
		FORMAT_CUT(a, &ret->v[ret->n - 1], ret->v[ret->n - 1].line, CUT_GPU_LIST);
	return format_listed(a, source, t.from, ret);
}
