/* The facts beside the builds, read out of their lines into the catalogue. */
#include <limits.h>
#include <string.h>

#include "know/catalogue.h"
#include "know/matrix.h"

enum { COLUMNS = 11 };

/* A line of a part, its columns terminated in place; NULL where empty or missing. */
struct fact_line {
	const char *v[COLUMNS];
};

typedef void take_line(struct catalogue *c, const struct fact_line *l);

static struct sm sm_of(const char *text)
{
	struct sm sm = { 0 };

	sm_parse(span_of(text), &sm);
	return sm;
}

/* 0 where there is no number. */
static int int_of(const char *text)
{
	uint64_t v;

	return span_u64(span_of(text), &v) && v <= INT_MAX ? (int)v : 0;
}

static void take_cuda(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->cudas) = (struct cuda_fact){
		.cuda = pair_parse(l->v[0]),
		.ptx_isa = pair_parse(l->v[1]),
		.minor = { l->v[2], l->v[3] },
		.toolkit = { l->v[4], l->v[5] },
	};
}

static void take_branch(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->branches) = (struct branch_fact){
		.branch = int_of(l->v[0]),
		.cuda = pair_parse(l->v[1]),
		.ptx_isa = pair_parse(l->v[2]),
		.windows_first = int_of(l->v[3]),
		.windows_last = int_of(l->v[4]),
		.first = { l->v[5], l->v[6] },
	};
}

static void take_common(struct catalogue *c, const struct fact_line *l)
{
	c->common_branch = int_of(l->v[0]);
}

static void take_cc(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->ccs) = (struct cc_fact){
		.sm = sm_of(l->v[0]),
		.architecture = l->v[1],
		.integrated = int_of(l->v[2]),
		.own_code = int_of(l->v[3]),
		.first_branch = int_of(l->v[4]),
		.last_branch = int_of(l->v[5]),
		.last_cuda = pair_parse(l->v[6]),
		.first_cuda = pair_parse(l->v[7]),
		.desktop_cuda = pair_parse(l->v[9]),
		.made_cuda = pair_parse(l->v[10]),
	};
	if (l->v[8]) {
		struct cc_fact *to = &c->ccs.v[c->ccs.n - 1];
		struct sm_list *list = arena_new(c->arena, struct sm_list);

		sm_list_parse(span_of(l->v[8]), list);
		to->desktop = list;
		if (!c->desktop_cuda || to->desktop_cuda < c->desktop_cuda)
			c->desktop_cuda = to->desktop_cuda;
	}
}

static void take_family(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->families) = (struct family_fact){ sm_of(l->v[0]), sm_of(l->v[1]) };
}

static void take_compat(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->compats) =
		(struct compat_fact){ pair_parse(l->v[0]), int_of(l->v[1]) };
}

static void take_l4t(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->l4ts) = (struct l4t_fact){ l->v[0], pair_parse(l->v[1]) };
}

static void take_gap(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->gaps) = (struct gap_fact){
		.rank = int_of(l->v[0]),
		.variant = l->v[1],
		.sm = sm_of(l->v[2]),
		.library = l->v[3],
		.version = l->v[4],
		.several = int_of(l->v[5]),
		.calls = l->v[6],
		.whole = l->v[7],
	};
}

static void take_ptx_run(struct catalogue *c, const struct fact_line *l)
{
	char verdict = *l->v[6];

	ARRAY_ADD(c->arena, c->ptx_runs) = (struct ptx_fact){
		.variant = l->v[0],
		.first = int_of(l->v[1]),
		.last = int_of(l->v[2]),
		.platform = l->v[3],
		.made = l->v[4],
		.sms = l->v[5],
		.verdict = verdict == 'r' ? PTX_RUNS : verdict == 'p' ? PTX_PARTLY : PTX_UNKNOWN,
		.lacks = l->v[7],
		.alone = int_of(l->v[8]),
	};
}

static void take_companion(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->companions) = (struct companion_fact){
		.package = l->v[0], .version = l->v[1], .rank = int_of(l->v[2]),
		.channel = l->v[3], .platform = l->v[4], .last = int_of(l->v[5]),
		.kind = l->v[6], .runtime = pair_parse(l->v[7]),
	};
}

const struct gap_fact *catalogue_gap(const struct catalogue *c, const char *torch,
	const char *variant, struct sm sm, size_t *from)
{
	int rank = catalogue_rank(c, torch);

	while (*from < c->gaps.n) {
		const struct gap_fact *g = &c->gaps.v[(*from)++];

		if (g->rank == rank && strcmp(g->variant, variant) == 0 && sm_equal(g->sm, sm))
			return g;
	}
	return NULL;
}

struct python_set catalogue_pythons(const struct catalogue *c)
{
	struct python_set all = { 0 };

	for (size_t i = 0; i < c->pythons.n; i++)
		all = python_set_either(all, c->pythons.v[i]);
	return all;
}

struct python_set catalogue_pythons_of(const struct build *b)
{
	return python_set_either(b->pythons, b->pythons_unknown);
}

pair_t catalogue_runtime(const struct build *b)
{
	struct span rest = span_of(b->conda_extra), word;

	while (span_word(&rest, &word))
		if (span_take(&word, "cuda-version="))
			return pair_parse(word.p);
	return pair_of(b->cuda);
}

const struct companion_fact *catalogue_beside(const struct catalogue *c, const struct build *b,
	const char *package, size_t *from)
{
	while (*from < c->companions.n) {
		const struct companion_fact *f = &c->companions.v[(*from)++];

		if (f->rank <= b->rank && b->rank <= f->last && strcmp(f->package, package) == 0 &&
		    strcmp(f->channel, b->channel) == 0 &&
		    span_in(span_of(b->platform), f->platform) &&
		    (!f->kind || pair_parse(f->kind) / 100 == b->cuda.major) &&
		    (!f->runtime || f->runtime <= catalogue_runtime(b)))
			return f;
	}
	return NULL;
}

static void take_withdrawn(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->withdrawn) = (struct withdrawn_fact){
		.package = l->v[0], .version = l->v[1], .torch = l->v[2] };
}

static void take_coverage(struct catalogue *c, const struct fact_line *l)
{
	const char *what = l->v[4];
	struct coverage_fact f = {
		.channel = l->v[0], .platform = l->v[1],
		.first = int_of(l->v[2]), .last = int_of(l->v[3]),
		.whole = *what == 'b' ? COVERAGE_BUILDS :
			 strcmp(what, "variants") == 0 ? COVERAGE_VARIANTS : COVERAGE_VERSIONS,
	};

	if (strcmp(what, "nvidia-libraries") == 0)
		ARRAY_ADD(c->arena, c->libraries) = f;
	else
		ARRAY_ADD(c->arena, c->coverages) = f;
}

static void take_young(struct catalogue *c, const struct fact_line *l)
{
	struct python p;

	if (!python_parse(span_of(l->v[0]), &p))
		return;
	python_set_add(&c->young, p);
	p.free_threaded = true;
	python_set_add(&c->young, p);
}

static void take_since(struct catalogue *c, const struct fact_line *l)
{
	static const char *const names[SINCES] = {
#define SINCE(name, what) [SINCE_##name] = what,
#include "know/since.def"
#undef SINCE
	};

	for (size_t i = 0; i < SINCES; i++)
		if (strcmp(names[i], l->v[0]) == 0)
			c->since[i] = l->v[1];
}

static void take_index(struct catalogue *c, const struct fact_line *l)
{
	c->index = l->v[0];
}

static enum pip_way way_of(const char *name)
{
	static const char *const names[] = {
		[PIP_INDEX] = "index", [PIP_EXTRA] = "extra", [PIP_PAGE] = "page",
		[PIP_FILE] = "file", [PIP_TORCH_FILE] = "torch-file",
	};
	size_t i = sizeof names / sizeof *names - 1;

	while (i > 0 && !(name && strcmp(name, names[i]) == 0))
		i--;
	return (enum pip_way)i;
}

/* "numpy numpy<2 3.9 - CP118": package, what it must be, Python, sm, code; "-" for none. */
static struct build_bound bound_of(struct arena *a, struct span text)
{
	struct span word[5] = { { 0 } };
	struct build_bound b = { 0 };

	for (size_t i = 0; i < 5 && span_word(&text, &word[i]);)
		i++;
	b.package = arena_span(a, word[0]);
	b.spec = arena_span(a, word[1]);
	python_parse(word[2], &b.python);
	sm_parse(word[3], &b.below);
	b.code = finding_parse(word[4]);
	return b;
}

static void take_terms(struct catalogue *c, const struct fact_line *l)
{
	struct build_terms t = {
		.way = way_of(l->v[0]), .conda_base = l->v[1], .later = int_of(l->v[2]),
	};
	struct span rest = span_of(l->v[3]), one;

	while (l->v[3] && span_next(&rest, ';', &one))
		ARRAY_ADD(c->arena, t.bounds) = bound_of(c->arena, one);
	ARRAY_ADD(c->arena, c->terms) = t;
}

static void take_release(struct catalogue *c, const struct fact_line *l)
{
	ARRAY_ADD(c->arena, c->releases) = l->v[0];
}

static void take_pythons(struct catalogue *c, const struct fact_line *l)
{
	struct python_set set = { 0 };

	python_set_parse(span_of(l->v[0]), &set);
	ARRAY_ADD(c->arena, c->pythons) = set;
}

static void take_targets(struct catalogue *c, const struct fact_line *l)
{
	struct sm_list *list = arena_new(c->arena, struct sm_list);

	sm_list_parse(span_of(l->v[0]), list);
	ARRAY_ADD(c->arena, c->targets) = list;
}

static const struct part {
	const char *name;
	int columns; /* that are never empty, from the first on */
	take_line *take;
} parts[] = {
	{ "cuda", 1, take_cuda }, { "branch", 1, take_branch }, { "cc", 2, take_cc },
	{ "common", 1, take_common },
	{ "family", 2, take_family }, { "compat", 2, take_compat }, { "l4t", 1, take_l4t },
	{ "gap", 6, take_gap }, { "ptx_run", 7, take_ptx_run },
	{ "companion", 5, take_companion }, { "coverage", 5, take_coverage },
	{ "withdrawn", 2, take_withdrawn },
	{ "young", 1, take_young }, { "since", 2, take_since }, { "index", 1, take_index },
	{ "terms", 0, take_terms }, { "release", 1, take_release }, { "pythons", 1, take_pythons },
	{ "targets", 1, take_targets },
};

enum { PARTS = sizeof parts / sizeof *parts };

static const struct part *part_named(struct span name)
{
	for (size_t i = 0; i < PARTS; i++)
		if (span_is(name, parts[i].name))
			return &parts[i];
	return NULL;
}

/* One column off [*rest, stop), terminated in place. */
static const char *take_column(char **rest, char *stop)
{
	char *begin = *rest, *bar = memchr(begin, '|', (size_t)(stop - begin));

	*rest = bar ? bar + 1 : stop;
	if (bar)
		*bar = '\0';
	return begin;
}

/* By the length: a strchr that first looks where the text ends would do so for each line. */
static bool read_part(struct catalogue *c, const struct part *part, char *text, char *end)
{
	for (char *stop; text < end; text = stop + 1) {
		struct fact_line l = { 0 };
		char *rest = text;

		stop = memchr(text, '\n', (size_t)(end - text));
		if (!stop)
			stop = end;
		*stop = '\0';
		for (int i = 0; i < COLUMNS && rest < stop; i++) {
			const char *column = take_column(&rest, stop);

			l.v[i] = *column ? column : NULL;
		}
		for (int i = 0; i < part->columns; i++)
			if (!l.v[i])
				return false;
		part->take(c, &l);
	}
	return true;
}

int catalogue_open(struct arena *a, struct matrix *m, struct catalogue *ret, struct err *e)
{
	struct catalogue c = { .arena = a, .matrix = m };
	size_t found = 0;
	bool whole;
	struct query *q;
	int rc = matrix_ask(m, Q_CAT_FACTS, &q, e);

	if (rc)
		return rc;
	while ((rc = matrix_step(m, q, e)) > 0) {
		const struct part *part = part_named(query_span(q, 0));
		struct span lines = query_span(q, 1);
		char *text = arena_span(a, lines);

		if (part && !read_part(&c, part, text, text + lines.n))
			break;
		found += part != NULL;
	}
	whole = found == PARTS;
	for (size_t i = 0; i < SINCES; i++)
		whole &= c.since[i] != NULL;
	if (rc == 0 && whole)
		*ret = c;
	else if (rc == 0)
		rc = matrix_wrong(m, query_lacks(e), e);
	else if (rc > 0)
		rc = matrix_wrong(m, err_set(e, ERR_MISSING,
			"its facts are damaged, or made for a newer program"), e);
	return rc;
}
