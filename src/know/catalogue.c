#include "know/catalogue.h"

#include <stddef.h>
#include <string.h>

#include "base/dotted.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "know/matrix.h"

pair_t pair_parse(const char *text)
{
	struct span s = span_of(text);
	uint64_t major, minor = 0;

	if (!span_take_u64(&s, &major) || major > 9999)
		return 0;
	if (span_take(&s, ".") && (!span_take_u64(&s, &minor) || minor > 99))
		return 0;
	return (pair_t)(major * 100 + minor);
}

pair_t pair_of(struct cuda_version v)
{
	return v.major * 100u + v.minor;
}

const char *pair_text(struct arena *a, pair_t p)
{
	return arena_printf(a, "%u.%u", p / 100, p % 100);
}

const struct platform_builds *catalogue_read(const struct catalogue *c, const char *platform)
{
	return FIRST_OF(x, c->platforms, strcmp(x->platform, platform) == 0);
}

const struct platform_builds *catalogue_builds(const struct catalogue *c, const char *platform)
{
	static const struct platform_builds none = { 0 };
	const struct platform_builds *p = catalogue_read(c, platform);

	return p ? p : &none;
}

const struct cuda_fact *catalogue_cuda(const struct catalogue *c, pair_t cuda)
{
	return FIRST_OF(x, c->cudas, x->cuda == cuda);
}

pair_t catalogue_since_cuda(const struct catalogue *c, enum since since)
{
	return pair_parse(c->since[since]);
}

const struct cc_fact *catalogue_cc(const struct catalogue *c, struct sm sm)
{
	return FIRST_OF(x, c->ccs, sm_number_equal(x->sm, sm));
}

const struct ptx_fact *catalogue_ptx_run(const struct catalogue *c, const char *platform,
	const char *made, const char *variant, int rank, struct sm gpu)
{
	char text[SM_TEXT];
	struct span sm = span_of(sm_text(gpu, text));

	if (!platform || !made || !variant)
		return NULL;
	return FIRST_OF(f, c->ptx_runs, f->first <= rank && rank <= f->last &&
			strcmp(f->variant, variant) == 0 && strcmp(f->made, made) == 0 &&
			strcmp(f->platform, platform) == 0 && span_in(sm, f->sms));
}

int catalogue_rank(const struct catalogue *c, const char *torch)
{
	size_t i = c->releases.n; /* new ones are asked for more */

	while (i > 0 && strcmp(c->releases.v[i - 1], torch) != 0)
		i--;
	return (int)i;
}

static bool covers(const struct coverage_fact *f, const char *channel, const char *platform,
	int rank)
{
	return f->first <= rank && rank <= f->last && strcmp(f->channel, channel) == 0 &&
	       (*f->platform == '*' || strcmp(f->platform, platform) == 0);
}

enum coverage catalogue_coverage(const struct catalogue *c, const char *channel,
	const char *platform, int rank)
{
	enum coverage ret = COVERAGE_PART;

	EACH(const struct coverage_fact, f, c->coverages)
		if (covers(f, channel, platform, rank) && f->whole > ret)
			ret = f->whole;
	return ret;
}

const char *catalogue_place(enum manager m, size_t *i)
{
	static const struct {
		enum manager manager;
		const char *channel;
	} places[] = {
		{ MANAGER_PIP, CHANNEL_PYPI }, { MANAGER_PIP, CHANNEL_PYTORCH_INDEX },
		{ MANAGER_CONDA, CHANNEL_PYTORCH }, { MANAGER_CONDA, CHANNEL_CONDA_FORGE },
		{ MANAGER_CONDA, CHANNEL_DEFAULTS },
	};

	while (*i < sizeof places / sizeof *places)
		if (places[(*i)++].manager == m)
			return places[*i - 1].channel;
	return NULL;
}

bool catalogue_gaps_whole(const struct catalogue *c, const char *channel, const char *platform,
	int rank)
{
	return ANY(x, c->libraries, covers(x, channel, platform, rank));
}

bool catalogue_branch_newer(const struct catalogue *c, const char *version, bool windows)
{
	const struct branch_fact *newest = c->branches.n ? &c->branches.v[c->branches.n - 1] : NULL;
	struct span s = span_of(version);
	uint64_t number;
	int last;

	if (!newest || !span_take_u64(&s, &number))
		return false;
	last = !windows ? newest->branch :
	       newest->windows_last ? newest->windows_last : newest->windows_first;
	return last && number > (uint64_t)last;
}

const struct branch_fact *catalogue_branch_no(const struct catalogue *c, int branch)
{
	return FIRST_OF(x, c->branches, x->branch == branch);
}

const struct branch_fact *catalogue_branch(const struct catalogue *c, const char *version,
	bool windows)
{
	const struct branch_fact *ret = NULL;
	struct span s = span_of(version);
	uint64_t number;

	if (!span_take_u64(&s, &number))
		return NULL;
	EACH(const struct branch_fact, b, c->branches) {
		int first = windows ? b->windows_first : b->branch;

		if (first && (uint64_t)first <= number)
			ret = b;
	}
	return ret;
}

/* Equal lists are one. What runs on a GPU that may run code of others depends on the CUDA, too. */
static bool same_code(const struct catalogue *c, const struct build *a, const struct build *b)
{
	return (a->code_confidence == CONFIDENCE_NONE) == (b->code_confidence == CONFIDENCE_NONE) &&
	       a->sass == b->sass && a->ptx == b->ptx &&
	       (cuda_version_cmp(a->cuda, b->cuda) == 0 ||
		(pair_of(a->cuda) < c->desktop_cuda && pair_of(b->cuda) < c->desktop_cuda));
}

static unsigned code_index(const struct catalogue *c, struct platform_builds *p,
	const struct build *b)
{
	for (size_t i = p->codes.n; i > 0; i--)
		if (same_code(c, p->codes.v[i - 1], b))
			return (unsigned)i - 1;
	ARRAY_ADD(c->arena, p->codes) = b;
	return (unsigned)p->codes.n - 1;
}

static unsigned cuda_index(struct arena *a, struct platform_builds *p, struct cuda_version v)
{
	for (size_t i = 0; i < p->cudas.n; i++)
		if (cuda_version_cmp(p->cudas.v[i], v) == 0)
			return (unsigned)i;
	ARRAY_ADD(a, p->cudas) = v;
	return (unsigned)p->cudas.n - 1;
}

/* The first gap of a torch of that rank or a later one. */
static size_t first_gap(const struct catalogue *c, int rank)
{
	size_t low = 0, high = c->gaps.n;

	while (low < high) {
		size_t at = (low + high) / 2;

		if (c->gaps.v[at].rank < rank)
			low = at + 1;
		else
			high = at;
	}
	return low;
}

/* The gaps were measured on the libraries that wheels pin; conda-forge brings its own. */
static void gap_range(const struct catalogue *c, const struct build *b, struct build_key *key)
{
	size_t i;

	if (b->cuda.major == 0 || build_is_from(b, CHANNEL_CONDA_FORGE))
		return;
	i = first_gap(c, b->rank);
	while (i < c->gaps.n && c->gaps.v[i].rank <= b->rank && (c->gaps.v[i].rank != b->rank ||
				 strcmp(c->gaps.v[i].variant, b->variant) != 0))
		i++;
	key->gap = (unsigned)i;
	while (i < c->gaps.n && c->gaps.v[i].rank == b->rank &&
	       strcmp(c->gaps.v[i].variant, b->variant) == 0 &&
	       (!c->gaps.v[i].calls || strcmp(b->platform, PLATFORM_LINUX) == 0))
		i++;
	key->n_gaps = (unsigned)i - key->gap;
}

static bool same_text(const char *a, const char *b)
{
	return a == b || strcmp(a, b) == 0;
}

static bool same_key(const struct build *a, const struct build *b)
{
	return a->rank == b->rank && a->manager == b->manager &&
	       same_text(a->channel, b->channel) && same_text(a->variant, b->variant);
}

/* They differ in Python and number alone, as far as build_place goes. */
static bool same_place(const struct build *a, const struct build *b)
{
	return a->is_default == b->is_default && a->exact == b->exact &&
	       a->torchvision == b->torchvision && cuda_version_cmp(a->cuda, b->cuda) == 0;
}

/* Neighbours are alike more often than not. */
static void fill_key(const struct catalogue *c, struct platform_builds *p, size_t i)
{
	const struct build *b = &p->v[i], *last = i ? b - 1 : NULL;
	struct build_key *key = &p->key[i];
	bool same = last && same_key(b, last);

	if (same)
		*key = key[-1];
	else
		gap_range(c, b, key);
	key->kind = last ? key[-1].kind + !same : 0;
	key->place = same && same_place(b, last) ?
		build_place_beside(b, c->young, key[-1].place) : build_place(b, c->young);
	key->code = last && same_code(c, b, last) ? key[-1].code : code_index(c, p, b);
	key->cuda = last && cuda_version_cmp(b->cuda, last->cuda) == 0 ? key[-1].cuda :
		    cuda_index(c->arena, p, b->cuda);
	key->os_least = last && b->os_least == last->os_least ? key[-1].os_least :
								pair_parse(b->os_least);
}

void catalogue_add(struct catalogue *c, const char *platform, struct build *v, size_t n)
{
	struct platform_builds p = { .platform = platform, .v = v, .n = n };

	p.key = arena_array(c->arena, n, sizeof *p.key);
	for (size_t i = 0; i < n; i++)
		fill_key(c, &p, i);
	for (size_t i = 0; i < p.n; i++)
		if (!i || p.v[i].manager != p.v[i - 1].manager ||
		    !same_text(p.v[i].torch, p.v[i - 1].torch))
			ARRAY_ADD(c->arena, p.runs) = i;
	ARRAY_ADD(c->arena, p.runs) = p.n;
	ARRAY_ADD(c->arena, c->platforms) = p;
}

/* Makes a member of a build of the text of a column; an empty one is NULL. */
typedef void take_column(const struct catalogue *c, struct span text, void *to);

static void take_text(const struct catalogue *c, struct span text, void *to)
{
	(void)c;
	*(const char **)to = text.n ? text.p : NULL;
}

static void take_size(const struct catalogue *c, struct span text, void *to)
{
	uint64_t v;

	(void)c;
	*(long long *)to = span_u64(text, &v) ? (long long)v : -1;
}

static void take_int(const struct catalogue *c, struct span text, void *to)
{
	long long v;

	take_size(c, text, &v);
	*(int *)to = (int)v;
}

static void take_flag(const struct catalogue *c, struct span text, void *to)
{
	(void)c;
	*(bool *)to = text.n && *text.p == '1';
}

static void take_cuda(const struct catalogue *c, struct span text, void *to)
{
	struct cuda_version v = { 0 };

	(void)c;
	cuda_version_parse(text, &v);
	*(struct cuda_version *)to = v;
}

/* The place in a list of n; false where there is none. */
static bool list_number(struct span text, size_t n, size_t *ret)
{
	size_t v = 0;

	for (size_t i = 0; i < text.n; i++)
		if (!ascii_digit(text.p[i]) || (v = v * 10 + (size_t)(text.p[i] - '0')) >= n)
			return false;
	*ret = v;
	return text.n > 0;
}

static void take_pythons(const struct catalogue *c, struct span text, void *to)
{
	static const struct python_set none;
	size_t at;

	*(struct python_set *)to = list_number(text, c->pythons.n, &at) ? c->pythons.v[at] : none;
}

static const struct sm_list no_targets;

static void take_targets(const struct catalogue *c, struct span text, void *to)
{
	size_t at;

	*(const struct sm_list **)to =
		list_number(text, c->targets.n, &at) ? c->targets.v[at] : &no_targets;
}

static void take_terms(const struct catalogue *c, struct span text, void *to)
{
	size_t at;

	*(const struct build_terms **)to =
		list_number(text, c->terms.n, &at) ? &c->terms.v[at] : NULL;
}

static void take_confidence(const struct catalogue *c, struct span text, void *to)
{
	(void)c;
	*(enum confidence *)to = confidence_of(text);
}

/* By the letter that stands before the text. */
static const struct column {
	take_column *take;
	size_t member;
} columns[256] = {
#define C(take, member) { take_##take, offsetof(struct build, member) }
	['a'] = C(int, rank), ['b'] = C(text, channel), ['c'] = C(text, variant),
	['d'] = C(text, torch), ['e'] = C(cuda, cuda), ['f'] = C(text, toolkit),
	['g'] = C(text, index_url), ['h'] = C(text, local), ['i'] = C(text, package),
	['j'] = C(text, build), ['k'] = C(flag, exact), ['l'] = C(int, build_number),
	['m'] = C(pythons, pythons), ['n'] = C(flag, pythons_inferred),
	['o'] = C(pythons, pythons_unknown), ['p'] = C(text, os_least), ['q'] = C(text, arm),
	['r'] = C(targets, sass), ['s'] = C(targets, ptx),
	['t'] = C(confidence, code_confidence),
	['u'] = C(confidence, exists_confidence),
	['v'] = C(flag, certain), ['w'] = C(flag, is_default),
	['x'] = C(text, cudnn), ['y'] = C(flag, zstd), ['z'] = C(text, torchvision),
	['A'] = C(text, torchvision_build), ['B'] = C(pythons, torchvision_pythons),
	['C'] = C(text, torchaudio), ['D'] = C(text, torchaudio_build),
	['E'] = C(pythons, torchaudio_pythons), ['F'] = C(text, conda_extra),
	['G'] = C(text, conda_channels), ['H'] = C(size, size), ['I'] = C(flag, needs_cuda),
	['J'] = C(text, pip_page), ['K'] = C(terms, terms), ['L'] = C(text, conda_apart),
#undef C
};

/* One line off [*rest, end), its texts terminated in place; what it does not name stays. */
static bool take_line(const struct catalogue *c, char **rest, const char *end, struct build *b)
{
	char *p = *rest, *stop = memchr(p, '\n', (size_t)(end - p));

	if (!stop)
		return false;
	while (p < stop) {
		const struct column *col = &columns[(unsigned char)*p++];
		char *bar = col->take ? memchr(p, '|', (size_t)(stop - p)) : NULL;

		if (!bar)
			return false;
		*bar = '\0';
		col->take(c, (struct span){ p, (size_t)(bar - p) }, (char *)b + col->member);
		p = bar + 1;
	}
	*rest = p + 1;
	return b->channel && b->torch && b->variant;
}

struct builds {
	struct build *v;
	size_t n, room;
	struct build last; /* before the first line of a manager: what goes without saying */
};

static struct build first_build(const char *platform, enum manager manager)
{
	return (struct build){
		.platform = platform,
		.manager = manager,
		.build_number = -1,
		.sass = &no_targets,
		.ptx = &no_targets,
		.size = -1,
	};
}

/* One part of the lines of a manager; each build begins as the one before. */
static int read_lines(struct catalogue *c, struct query *q, const char *platform,
	struct builds *to, struct err *e)
{
	enum manager manager = query_int(q, 0) ? MANAGER_CONDA : MANAGER_PIP;
	size_t n = (size_t)query_int(q, 1);
	struct span lines = query_span(q, 2);
	char *text = arena_span(c->arena, lines), *end = text + lines.n;

	if (to->room == 0) {
		to->room = (size_t)query_int(q, 3);
		to->v = arena_array(c->arena, to->room, sizeof *to->v);
	}
	if (to->n == 0 || to->last.manager != manager)
		to->last = first_build(platform, manager);
	while (n-- > 0) {
		if (!take_line(c, &text, end, &to->last))
			return err_set(e, ERR_MISSING, "the matrix has a damaged catalogue of %s",
				       platform);
		ARRAY_ADD(c->arena, *to) = to->last;
	}
	return 0;
}

int catalogue_platform(struct catalogue *c, const char *platform, struct err *e)
{
	struct builds builds = { 0 };
	struct query *q;
	int rc;

	if (catalogue_read(c, platform))
		return 0;
	platform = arena_str(c->arena, platform);
	rc = matrix_ask_text(c->matrix, Q_CAT_BUILDS, span_of(platform), &q, e);
	while (rc >= 0 && (rc = matrix_step(c->matrix, q, e)) > 0)
		if ((rc = read_lines(c, q, platform, &builds, e)))
			return rc;
	if (rc == 0)
		catalogue_add(c, platform, builds.v, builds.n);
	return rc;
}

int catalogue_stock(struct catalogue *c, const char *platform, const struct stock **ret,
		    struct err *e)
{
	struct platform_builds *p =
		FIRST_OF(x, c->platforms, strcmp(x->platform, platform) == 0);
	struct stock *stock;
	int rc = 0;

	if (p && !p->stock) {
		p->stock = stock = arena_new(c->arena, struct stock);
		rc = stock_read(c->matrix, c->arena, platform, stock, e);
	}
	*ret = p ? p->stock : *ret;
	return rc;
}
