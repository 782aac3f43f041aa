/* What the catalogue says of the builds that a message names. */
#include "explain/explain_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/dotted.h"
#include "fact/platform.h"
#include "plan/by_ptx.h"
#include "plan/code_fit.h"
#include "plan/driver.h"

/* How the wheels of a variant ("cu126") serve the GPU; the best of all platforms counts: the
 * message does not say on which it was seen. */
enum { BY_NOTHING, BY_OWN_PTX, BY_PTX_PERHAPS, BY_PTX, BY_CUBIN, WAYS };

const struct build *explain_next(const struct catalogue *c, enum manager manager,
				 const char *platform, const struct build *b)
{
	size_t i = 0, k = 0;

	while (b && i + 1 < c->platforms.n && strcmp(c->platforms.v[i].platform, b->platform) != 0)
		i++;
	if (b)
		k = (size_t)(b - c->platforms.v[i].v) + 1;
	for (; c && i < c->platforms.n; i++, k = 0) {
		const struct platform_builds *p = &c->platforms.v[i];

		for (; k < p->n && (!platform || strcmp(p->platform, platform) == 0); k++)
			if (p->v[k].manager == manager)
				return &p->v[k];
	}
	return NULL;
}

struct ways {
	ARRAY(struct way {
		const char *variant;
		int by;
	}) all;
};

bool explain_is_of(const char *version, struct span release)
{
	struct span s = span_of(version ? version : "");

	return release.n && s.n >= release.n && span_eq(span_sub(s, 0, release.n), release) &&
	       (s.n == release.n || s.p[release.n] == '.');
}

static void note_way(struct arena *a, struct ways *to, const char *variant, int by)
{
	struct way *known = FIRST_OF(x, to->all, strcmp(x->variant, variant) == 0);

	if (!known)
		ARRAY_ADD(a, to->all) = (struct way){ variant, by };
	else if (by > known->by)
		known->by = by;
}

static int way_of(const struct catalogue *c, const struct build *b, struct sm sm)
{
	static const int ways[] = { [PTX_RUNS] = BY_PTX, [PTX_PARTLY] = BY_OWN_PTX,
				    [PTX_UNKNOWN] = BY_PTX_PERHAPS };
	struct code code = { b->sass, b->ptx, b->cuda, platform_is_linux_arm(b->platform) };
	struct fit fit = code_fit(c, &code, sm);

	if (fit.cubin.major || !fit.ptx.major)
		return fit.cubin.major ? BY_CUBIN : BY_NOTHING;
	return ways[by_ptx_of_build(c, b, sm).verdict];
}

bool explain_is_of_cuda(pair_t own, const char *cuda)
{
	return !cuda || (strchr(cuda, '.') ? own == pair_parse(cuda) :
					     own / 100 == pair_parse(cuda) / 100);
}

/* Of the wheels of a torch ("2.6", "2.7.1+cu126", NULL any). */
static struct ways find_ways(struct arena *a, const struct catalogue *c, const char *torch,
			     struct sm sm)
{
	struct span label = span_of(torch ? torch : ""), release = label;
	struct ways ret = { 0 };

	(void)span_next(&label, '+', &release);
	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, NULL, b));)
		if (b->cuda.major && b->sass->n &&
		    (!release.n || explain_is_of(b->torch, release)) &&
		    (!label.n || span_is(label, b->variant)))
			note_way(a, &ret, b->variant, way_of(c, b, sm));
	return ret;
}

/* "cu118, cu126"; NULL: none goes that way. */
static const char *variants(struct arena *a, const struct ways *w, int by)
{
	BUF_AUTO b = BUF_WORDS;

	for (size_t i = 0; i < w->all.n; i++)
		if (w->all.v[i].by == by)
			buf_printf(&b, "%s%s", b.n ? ", " : "", w->all.v[i].variant);
	return b.n ? arena_str(a, buf_cstr(&b)) : NULL;
}

/* By the release, and then the CUDA. */
static bool is_before(const struct build *a, const struct build *b)
{
	return a->rank != b->rank ? a->rank < b->rank : pair_of(a->cuda) < pair_of(b->cuda);
}

void explain_widen(const struct build *b, const struct build **first, const struct build **last)
{
	if (!*first || is_before(b, *first))
		*first = b;
	if (!*last || is_before(*last, b))
		*last = b;
}

pair_t explain_label_cuda(struct span label)
{
	uint64_t n;

	return span_take(&label, "cu") && span_take_u64(&label, &n) && n >= 80 && n < 1000 ?
		       (pair_t)(n / 10 * 100 + n % 10) : 0;
}

bool explain_is_on(const struct build *b, const char *platform, const char *glibc)
{
	return (!platform || strcmp(b->platform, platform) == 0) &&
	       (!glibc || !b->os_least || dotted_cmp(span_of(b->os_least), span_of(glibc)) <= 0);
}

/* Its platform, its glibc or macOS and its driver take the wheel; what is not told takes all. */
static bool takes(const struct catalogue *c, const struct host *h, const struct driver *d,
		  const struct build *b)
{
	return explain_is_on(b, h->platform, host_system(h)) &&
	       (!d->version || driver_takes(c, d, pair_of(b->cuda)) != SUPPORT_NONE);
}

/* The first and the last torch with code for a GPU; NULL: none has. */
struct ends {
	const struct build *first, *last;
};

static struct ends ends_of(const struct catalogue *c, struct sm sm, const struct host *h)
{
	const struct driver d = driver_of(c, h);
	struct ends ret = { 0 };

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, NULL, b));)
		if (b->cuda.major && b->sass->n && takes(c, h, &d, b) &&
		    way_of(c, b, sm) == BY_CUBIN)
			explain_widen(b, &ret.first, &ret.last);
	return ret;
}

static struct phrase range_words(struct arena *a, const struct ends *e, const char *have,
				 const char *name)
{
	if (!e->first)
		return PHRASE(a, WHEELS_NONE, SAY(have, have));
	return PHRASE(a, WHEELS_RANGE, SAY(have, have), SAY(name, name),
		      SAY(first, e->first->torch),
		      SAY(cuda, pair_text(a, pair_of(e->first->cuda))),
		      SAY(last, e->last->torch), SAY(need, pair_text(a, pair_of(e->last->cuda))));
}

struct phrase explain_range(struct arena *a, const struct catalogue *c, const struct gpu *gpu,
			    const struct host *h)
{
	const struct host any = host_new(""), *of = h ? h : &any;
	const struct sm_list one = { .v = { gpu->sm }, .n = sm_known(gpu->sm) };
	const struct sm_list *all = one.n ? &one : &gpu->sm_candidates;
	struct phrase ret = { 0 };
	const char *have = NULL;
	struct ends before = { 0 };

	for (size_t i = 0; i <= all->n; i++) {
		const struct ends now = i < all->n ? ends_of(c, all->v[i], of) : before;
		const char *sm = i < all->n ? sm_said(a, all->v[i]) : NULL;
		bool same = i && sm && now.first == before.first && now.last == before.last;

		if (have && !same)
			ret = phrase_append(a, FORM_LIST_SEMICOLON, ret,
				range_words(a, &before, have, one.n ? gpu->name : NULL));
		have = same ? arena_printf(a, "%s, %s", have, sm) : sm;
		before = now;
	}
	return ret;
}

struct phrase explain_range_of(struct arena *a, const struct catalogue *c, struct sm sm)
{
	struct gpu gpu = gpu_new(0);

	gpu.sm = sm;
	return c ? explain_range(a, c, &gpu, NULL) : (struct phrase){ 0 };
}

void explain_libc(struct arena *a, const struct catalogue *c, const struct host *h,
		  struct meanings *m)
{
	const char *on = h->platform ? h->platform : PLATFORM_LINUX;
	const struct driver d = driver_of(c, h);
	const char *by = captures_get(&m->facts, "wanted_by");
	const struct build *last = NULL, *b = NULL;
	struct phrase said;

	if (by && !strstr(by, "/torch/") && !strstr(by, "libtorch"))
		return; /* the file of another package */
	while (h->glibc && (b = explain_next(c, MANAGER_PIP, on, b)))
		if (b->cuda.major && b->os_least && takes(c, h, &d, b) &&
		    (!last || b->rank > last->rank))
			last = b;
	said = last ? PHRASE(a, HERE_LIBC, SAY(have, h->glibc), SAY(torch, last->torch),
			     SAY(variant, last->variant)) :
		      PHRASE(a, HERE_LIBC_NONE, SAY(have, h->glibc));
	if (h->glibc)
		explain_here(a, m, "glibc", said);
}

struct phrase explain_release(struct arena *a, const struct catalogue *c, const char *torch,
			      struct sm sm)
{
	static const enum form forms[WAYS] = {
		FORM_WHEELS_WITHOUT, FORM_WHEELS_BY_OWN_PTX, FORM_WHEELS_BY_PTX_PERHAPS,
		FORM_WHEELS_BY_PTX, FORM_WHEELS_BY_CUBIN,
	};
	struct phrase all = { 0 };
	struct ways w;

	if (!c || !sm_known(sm))
		return all;
	w = find_ways(a, torch ? c : NULL, torch, sm);
	for (int by = WAYS; by-- > 0;) {
		const char *list = variants(a, &w, by);

		if (list)
			all = phrase_append(a, FORM_LIST_SEMICOLON, all,
					    phrase_make(a, forms[by], (struct fact[]){
							{ 0 }, SAY(list, list) }, 2));
	}
	if (all.form)
		all = PHRASE(a, WHEELS_FOR, SAY(torch, torch),
			     SAY(have, sm_said(a, sm)),
			     SAY_PHRASE(list, phrase_keep(a, all)));
	return variants(a, &w, BY_CUBIN) ? all :
		phrase_append(a, FORM_LIST_SEMICOLON, all, explain_range_of(a, c, sm));
}

/* No wheel of the release has code for it, its PTX included, as far as its list is whole. */
static bool lacks_code(const struct catalogue *c, const struct host *h, struct span release,
		       struct sm sm)
{
	const char *on = h->platform ? h->platform : PLATFORM_LINUX;
	bool any = false;

	for (const struct build *b = NULL; (b = explain_next(c, MANAGER_PIP, on, b));) {
		if (!b->cuda.major || !explain_is_of(b->torch, release))
			continue;
		if (!b->sass->n || way_of(c, b, sm) != BY_NOTHING ||
		    catalogue_coverage(c, b->channel, b->platform, b->rank) < COVERAGE_BUILDS)
			return false;
		any = true;
	}
	return any;
}

struct phrase explain_no_wheel(struct arena *a, const struct catalogue *c, const char *torch,
			       const struct host *h)
{
	const struct gpu *gpu = h->gpus.n == 1 && !h->l4t ? &h->gpus.v[0] : NULL;
	struct span release = explain_number(torch);

	if (!gpu || !gpu->sm_candidates.n || !release.n ||
	    ANY(sm, gpu->sm_candidates, !lacks_code(c, h, release, *sm)))
		return (struct phrase){ 0 };
	return phrase_append(a, FORM_LIST_SEMICOLON,
			     PHRASE(a, NO_WHEEL_RUNS, SAY(torch, torch), SAY(name, gpu->name ?
				    gpu->name : sm_list_said(a, &gpu->sm_candidates, ", "))),
			     explain_range(a, c, gpu, NULL));
}

bool explain_has_code(const struct catalogue *c, const struct build *b, const struct gpu *gpu)
{
	return b->cuda.major && b->sass->n &&
	       EVERY(sm, gpu->sm_candidates, way_of(c, b, *sm) == BY_CUBIN);
}

/* It has code of its own for each GPU whose capability is known, and the driver takes its CUDA. */
static bool suits(const struct catalogue *c, const struct build *b, const struct driver *d,
		  const struct host *h)
{
	for (size_t i = 0; h && i < h->gpus.n; i++)
		if (sm_known(h->gpus.v[i].sm) && way_of(c, b, h->gpus.v[i].sm) != BY_CUBIN)
			return false;
	return !d->version || driver_takes(c, d, pair_of(b->cuda)) != SUPPORT_NONE;
}

const char *explain_variant(const struct catalogue *c, const struct driver *d,
			    const struct host *h)
{
	const char *on = d->windows ? PLATFORM_WINDOWS : PLATFORM_LINUX;
	const struct build *best = NULL, *b = NULL;

	while ((b = explain_next(c, MANAGER_PIP, on, b)))
		if (b->cuda.major && b->index_url &&
		    (!best || b->rank > best->rank ||
		     (b->rank == best->rank && pair_of(b->cuda) < pair_of(best->cuda))) &&
		    suits(c, b, d, h))
			best = b;
	return best ? best->variant : NULL;
}

bool explain_serves(struct arena *a, const struct catalogue *c, const char *torch, struct sm sm)
{
	const struct ways w = find_ways(a, torch && sm_known(sm) ? c : NULL, torch, sm);

	return w.all.n && EVERY(way, w.all, way->by == BY_CUBIN);
}

/* "sm_37 sm_70 compute_37" as the two lists of a build. */
static bool parse_list(const char *text, struct sm_list *sass, struct sm_list *ptx)
{
	struct span rest = span_of(text), word;
	struct sm sm;

	while (span_word(&rest, &word)) {
		while (word.n && (word.p[word.n - 1] == '.' || word.p[word.n - 1] == ','))
			word.n--;
		if (!sm_parse(word, &sm))
			return false;
		sm_list_add(span_starts(word, "compute_") ? ptx : sass, sm);
	}
	return sass->n > 0;
}

static bool together(const struct build *a, const struct build *b)
{
	return strcmp(a->variant, b->variant) == 0 && a->manager == b->manager &&
	       strcmp(a->platform, b->platform) == 0;
}

struct groups {
	struct ends *v;
	size_t n, room;
};

static void add_build(struct arena *a, struct groups *g, const struct build *b)
{
	struct ends *known = FIRST_OF(x, *g, together(x->first, b));

	if (known)
		explain_widen(b, &known->first, &known->last);
	else
		ARRAY_ADD(a, *g) = (struct ends){ b, b };
}

static struct phrase group_words(struct arena *a, const struct ends *g)
{
	return PHRASE(a, BUILDS_OF, SAY(first, g->first->torch),
		      SAY(last, g->last == g->first ? NULL : g->last->torch),
		      SAY(variant, g->first->variant), SAY(source, manager_name(g->first->manager)),
		      SAY(platform, platform_words(g->first->platform)));
}

struct phrase explain_list(struct arena *a, const struct catalogue *c, const char *list)
{
	struct sm_list sass = { 0 }, ptx = { 0 };
	struct groups groups = { 0 };
	struct phrase ret = { 0 };

	if (!c || !parse_list(list, &sass, &ptx))
		return ret;
	for (size_t i = 0; i < c->platforms.n; i++) {
		const struct platform_builds *p = &c->platforms.v[i];

		for (size_t k = 0; k < p->n; k++)
			if (sm_list_equal(p->v[k].sass, &sass) && sm_list_equal(p->v[k].ptx, &ptx))
				add_build(a, &groups, &p->v[k]);
	}
	for (size_t i = 0; i < groups.n && i < 4; i++)
		ret = phrase_append(a, FORM_LIST_SEMICOLON, ret, group_words(a, &groups.v[i]));
	if (groups.n > 4)
		ret = PHRASE(a, LIST_AND_MORE, SAY_PHRASE(list, phrase_keep(a, ret)),
			     SAY(more, fact_number(a, groups.n - 4)));
	return ret;
}

bool explain_is_served(const struct catalogue *c, const struct captures *facts)
{
	const char *sm = captures_get(facts, "sm"), *list = captures_get(facts, "list");
	const char *most = captures_get(facts, "most");
	struct sm_list sass = { 0 }, ptx = { 0 };
	struct sm gpu;

	if (!c || !sm || (!list && !most) || !sm_parse(span_of(sm), &gpu))
		return false;
	(void)parse_list(list ? list : most, &sass, &ptx);
	return ANY(one, sass, code_cubin_runs(c, *one, gpu));
}

const char *explain_driver_of(const struct catalogue *c, const char *cuda)
{
	const struct cuda_fact *f = c && cuda ? catalogue_cuda(c, pair_parse(cuda)) : NULL;

	return f ? f->toolkit[0] : NULL;
}
