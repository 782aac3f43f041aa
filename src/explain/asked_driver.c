/* Questions that the numbers of drivers and of CUDA answer. */
#include <string.h>

#include "explain/asked_private.h"
#include "fact/platform.h"
#include "know/driver_release.h"

const char *asked_driver(struct arena *a, struct matrix *m, const char *driver, bool windows)
{
	enum driver_os os = windows ? DRIVER_WINDOWS : DRIVER_LINUX;
	struct driver_branch branch = { 0 };
	const char *newest = driver;
	struct err e;

	if (!driver || driver_number_check(m, a, span_of(driver), os, &e) ||
	    (!strchr(driver, '.') &&
	     driver_newest(m, a, span_of(driver), os, &newest, NULL, &e) != 0))
		newest = driver;
	return newest && driver_branch(m, a, span_of(newest), os, &branch, &e) == 0 &&
		       branch.cuda && branch.listed ? newest : NULL;
}

static bool need_of(const struct asked_case *x, const char *cuda, struct driver_need *ret)
{
	struct err e;

	return driver_need(x->m, x->a, span_of(pair_text(x->a, pair_parse(cuda))),
			   x->driver.windows ? DRIVER_WINDOWS : DRIVER_LINUX, ret, &e) == 0;
}

/* What it takes, and the newest torch of that. A driver of which only the CUDA is known that
 * nvidia-smi shows serves all of its major, from 11 on (minor-version compatibility). */
struct phrase asked_most(const struct asked_case *x)
{
	const struct driver d = x->have ? x->driver :
					  (struct driver){ .cuda = pair_parse(x->q.shown) };
	pair_t most = d.cuda / 100 * 100;
	const struct build *first = NULL, *last = NULL, *least = NULL;
	const char *major = NULL;

	for (const struct build *b = NULL; (b = explain_next(x->c, MANAGER_PIP, NULL, b));) {
		if (b->cuda.major && driver_takes(x->c, &d, pair_of(b->cuda)) != SUPPORT_NONE)
			explain_widen(b, &first, &last);
		if (b->cuda.major && (!least || pair_of(b->cuda) < pair_of(least->cuda)))
			least = b;
	}
	if (!last && least)
		return PHRASE(x->a, ASKED_MOST_NONE, SAY(have, pair_text(x->a, d.cuda)),
			      SAY(cuda, pair_text(x->a, pair_of(least->cuda))),
			      SAY(need, driver_least(x->c, &x->driver, pair_of(least->cuda))));
	for (size_t i = 0; i < x->c->cudas.n; i++)
		if (x->c->cudas.v[i].cuda / 100 == d.cuda / 100 && x->c->cudas.v[i].cuda > most)
			most = x->c->cudas.v[i].cuda;
	if (driver_takes(x->c, &d, most) != SUPPORT_NONE && d.cuda >= 1100)
		major = arena_printf(x->a, "%d", d.cuda / 100);
	return phrase_make(x->a, x->have ? FORM_ASKED_MOST : FORM_ASKED_SHOWN_MOST,
			   (struct fact[]){ { 0 },
				SAY(have, x->have ? x->q.driver : x->q.shown),
				SAY(last, pair_text(x->a, d.cuda)), SAY(first, major),
				SAY(torch, last ? last->torch : NULL),
				SAY(variant, last ? last->variant : NULL) }, 6);
}

/* What a CUDA needs. */
struct phrase asked_need(const struct asked_case *x)
{
	struct driver_need need = { 0 };

	if (!need_of(x, x->q.cuda.text, &need))
		return (struct phrase){ 0 };
	return PHRASE(x->a, ASKED_NEED, SAY(cuda, x->q.cuda.text), SAY(need, need.least),
		      SAY(driver, need.toolkit && strcmp(need.toolkit, need.least) != 0 ?
				  need.toolkit : NULL)); /* for all that the CUDA does */
}

/* A CUDA on a driver, or on one that shows another CUDA; what it needs, where that is asked between
 * the two. */
struct asked_part asked_takes(const struct asked_case *x)
{
	static const enum form forms[2][3] = {
		{ FORM_ASKED_DIRECT, FORM_ASKED_MINOR, FORM_ASKED_MINOR },
		{ FORM_ASKED_SHOWN_DIRECT, FORM_ASKED_SHOWN_MINOR, FORM_ASKED_SHOWN_OLD },
	};
	const char *cuda = x->have ? x->q.cuda.text : x->q.wished.text;
	pair_t most = x->have ? x->driver.cuda : pair_parse(x->q.shown), pair = pair_parse(cuda);
	struct driver_need need = { 0 };
	bool direct = most >= pair, minor;

	if (x->have && x->q.cuda.at.p && explain_has(x->all->known, "need",
			span_from(x->low, (size_t)(x->q.cuda.at.p - x->low.p))))
		return (struct asked_part){ asked_need(x), 0 };
	if (!most || !pair || (!need_of(x, cuda, &need) && !direct))
		return (struct asked_part){ 0 };
	minor = x->have ? need.least && driver_at_least(x->have, need.least) :
			  need.minor && pair / 100 == most / 100;
	return (struct asked_part){ phrase_make(x->a, forms[!x->have][direct ? 0 : minor ? 1 : 2],
			   (struct fact[]){ { 0 }, SAY(have, x->have ? x->q.driver : x->q.shown),
					    SAY(cuda, cuda), SAY(need, need.least),
					    SAY(last, pair_text(x->a, most)) }, 5),
		direct || minor ? 1 : -1 };
}

struct phrase asked_no_build(struct arena *a, const struct catalogue *c, const char *cuda)
{
	struct driver_need need = { 0 };
	pair_t asked = pair_parse(cuda);
	struct err e;

	if (FIRST_WHEEL(b, c, NULL, pair_of(b->cuda) == asked))
		return (struct phrase){ 0 };
	for (pair_t near = asked; near / 100 == asked / 100 && !need.minor; near--)
		if (driver_need(c->matrix, a, span_of(pair_text(a, near)), DRIVER_LINUX, &need,
				&e) != 0)
			need.minor = NULL;
	return PHRASE(a, ASKED_NO_BUILD, SAY(cuda, cuda),
		      SAY(first, arena_printf(a, "%d", asked / 100)), SAY(need, need.minor));
}

/* The GPUs that its compiler makes code for. */
struct phrase asked_gpus_of_cuda(const struct asked_case *x)
{
	pair_t cuda = pair_parse(x->q.cuda.text);
	const struct cc_fact *first = NULL, *last = NULL;

	for (size_t i = 0; i < x->c->ccs.n; i++) {
		const struct cc_fact *one = &x->c->ccs.v[i];

		if (one->made_cuda && one->made_cuda <= cuda &&
		    (!one->last_cuda || one->last_cuda >= cuda)) {
			first = first ? first : one;
			last = one;
		}
	}
	return first ? PHRASE(x->a, ASKED_CUDA_GPUS, SAY(cuda, x->q.cuda.text),
			      SAY(first, sm_said(x->a, first->sm)),
			      SAY(last, sm_said(x->a, last->sm))) :
		       (struct phrase){ 0 };
}

struct phrase explain_gpu_drivers(struct arena *a, struct matrix *m, const struct catalogue *c,
				  const struct host *h)
{
	const struct gpu *gpu = h->gpus.n == 1 ? &h->gpus.v[0] : NULL;
	const struct cc_fact *cc = gpu && c->branches.n ? catalogue_cc(c, gpu->sm) : NULL;
	enum driver_os os = platform_is_windows(h->platform) ? DRIVER_WINDOWS : DRIVER_LINUX;
	const struct branch_fact *last = NULL;
	const char *newest = NULL;
	struct err e;

	for (size_t i = 0; cc && !cc->integrated && i < c->branches.n; i++)
		if ((!cc->last_branch || c->branches.v[i].branch <= cc->last_branch) &&
		    (!last || c->branches.v[i].branch > last->branch))
			last = &c->branches.v[i];
	if (!last || driver_newest(m, a, span_of(arena_printf(a, "%d", os == DRIVER_LINUX ?
			last->branch : last->windows_last)), os, &newest, NULL, &e) != 0)
		return (struct phrase){ 0 };
	return PHRASE(a, GPU_DRIVERS, SAY(name, gpu->name), SAY(last, cc->last_branch ?
			      arena_printf(a, "%d", cc->last_branch) : NULL),
		      SAY(driver, newest));
}
