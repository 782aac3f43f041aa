/* The verdict on the GPUs of hosts. */
#include <string.h>

#include "base/dotted.h"
#include "fact/platform.h"
#include "plan/reach_private.h"
#include "plan/scene_private.h"

static void object_as(struct arena *a, struct reach_gpu *g, enum finding_code code, enum form form,
		      const char *have, const char *need)
{
	findings_add(a, &g->reasons, (struct finding){ .code = code, .words.form = form,
		.have = have, .need = need, .host = g->host, .gpu = g->gpu });
}

static void object(struct arena *a, struct reach_gpu *g, enum finding_code code, const char *have,
		   const char *need)
{
	object_as(a, g, code, FORM_OF_CODE, have, need);
}

/* An integrated GPU, and code for none of them: a build for a Jetson is another one. */
static bool needs_own(const struct catalogue *c, const struct code *code, struct sm gpu)
{
	return !ANY(x, *code->sass, code_own(c, *x)) && code_own(c, gpu);
}

/* By the driver's number, or where that is not known or says nothing by its CUDA. */
static bool ptx_too_new(const struct catalogue *c, const struct reach *r, const struct driver *d)
{
	if (d->version && !d->l4t)
		return r->ptx_driver && driver_cmp(d->version, r->ptx_driver) < 0;
	return r->cuda && !driver_takes_ptx(c, d, r->cuda);
}

/* What is not known to run whole is no way. */
static void judge_ptx(struct arena *a, const struct catalogue *c, struct by_ptx by,
		      const struct fit *fit, struct reach_gpu *g)
{
	const char *sm = sm_said(a, g->sm);

	if (by.verdict == PTX_PARTLY) {
		object_as(a, g, CP121, FORM_PTX_IN_PART, by.lacks, sm);
		return;
	}
	object_as(a, g, CP110, by_ptx_form(c, &by), sm, NULL);
	if (by.verdict == PTX_UNKNOWN) {
		object_as(a, g, CP109, FORM_PTX_NOT_KNOWN, sm, NULL);
		return;
	}
	g->via = REACH_PTX;
	g->code = fit->ptx;
}

static void judge_code(struct arena *a, const struct catalogue *c, const struct package *p,
		       const struct reach *r, const struct driver *d, struct reach_gpu *g)
{
	const struct library *l;
	struct code code = reach_code(c, p, r, g->sm, &l);
	struct fit fit = code_fit(c, &code, g->sm);
	const char *have = sm_said(a, g->sm);

	if (sm_known(fit.cubin)) {
		g->via = REACH_CUBIN;
		g->code = fit.cubin;
		g->untried = fit.untried;
		return;
	}
	g->library = r->parts.n > 1 ? l : NULL;
	if (!sm_known(fit.ptx)) {
		bool wall = sm_known(fit.desktop) || needs_own(c, &code, g->sm);

		object(a, g, wall ? CP114 : CP101, have, sm_list_said(a, code.sass, " "));
	} else {
		judge_ptx(a, c, reach_by_ptx(a, c, p, r, g->sm), &fit, g);
		if (ptx_too_new(c, r, d))
			object(a, g, CP103, driver_words(a, d), r->ptx_driver);
	}
}

static void judge_driver(struct arena *a, const struct catalogue *c, const struct reach *r,
			 const struct driver *d, struct reach_gpu *g)
{
	const struct cc_fact *cc = catalogue_cc(c, g->sm);
	bool by_cuda = driver_by_cuda(d);

	if (d->missing)
		object(a, g, CP004, NULL, r->minor ? r->minor : r->direct);
	if (!d->version && d->cuda == 0)
		return;
	if (cc && driver_before_gpu(d, cc))
		object(a, g, CP006, d->version, NULL);
	if (cc && driver_after_gpu(d, cc))
		object(a, g, CP005, d->version, NULL);
	if (r->cuda) {
		g->support = driver_takes(c, d, r->cuda);
		if (g->support == SUPPORT_NONE)
			object_as(a, g, CP102, by_cuda ? FORM_DRIVER_OF_CUDA_OLD : FORM_OF_CODE,
				  driver_words(a, d), driver_least_words(a, c, d, r->cuda));
		else if (g->support == SUPPORT_MINOR)
			object_as(a, g, CP111, by_cuda ? FORM_DRIVER_OF_CUDA_MINOR : FORM_OF_CODE,
				  driver_words(a, d), driver_minor(a, c, d, r->cuda));
	}
	if (r->zstd_driver && d->version && !d->l4t && driver_cmp(d->version, r->zstd_driver) < 0)
		object(a, g, CP104, d->version, r->zstd_driver);
}

static void judge_place(struct arena *a, const struct package *p, const struct host *h,
			struct reach_gpu *g)
{
	const char *need = package_glibc(p);

	if (p->torch && need && h->libc && strcmp(h->libc, "musl") == 0)
		object(a, g, CP107, "musl", "glibc");
	else if (p->platform && h->platform && strcmp(p->platform, PLATFORM_ANY) != 0 &&
	    strcmp(p->platform, h->platform) != 0)
		object_as(a, g, CP107, platform_is_mac(h->platform) ? FORM_OF_CODE :
			  FORM_MADE_FOR_OTHER, h->platform, p->platform);
	if (need && h->glibc && dotted_cmp(span_of(h->glibc), span_of(need)) < 0)
		object(a, g, CP106, h->glibc, need);
}

static bool has_error(const struct findings *r)
{
	return ANY(x, *r, finding_info(x->code)->severity == SEVERITY_ERROR);
}

/* What code_doubt says of the build that it is. */
static enum form list_doubt(const struct package *p)
{
	for (size_t i = 0; i < p->findings.n; i++)
		switch (p->findings.v[i].words.form) {
		case FORM_CODE_UNKNOWN:
		case FORM_CODE_UNREAD:
			return p->findings.v[i].words.form;
		default:
			break;
		}
	return FORM_OF_CODE;
}

/* One compute capability of a GPU, and why it runs not. */
static void judge_one(struct arena *a, const struct catalogue *c, const struct package *p,
		      const struct reach *r, const struct driver *d, struct reach_gpu *g)
{
	if (!sm_known(g->sm) || !r->rests_on)
		object(a, g, CP109, g->name, NULL);
	else if (!r->sass.n && !r->ptx.n)
		object(a, g, CP108, NULL, NULL);
	else
		judge_code(a, c, p, r, d, g);
	if (g->via != REACH_NEVER && list_doubt(p)) {
		object_as(a, g, CP109, list_doubt(p), g->name, NULL);
		g->via = REACH_NEVER;
	}
	judge_driver(a, c, r, d, g);
	g->runs = g->via != REACH_NEVER && !has_error(&g->reasons);
	if (g->runs) {
		/* A library of torch that lacks code for the GPU, which the others serve. */
		const struct gap_fact *gap;
		size_t from = 0;

		if (p->torch && p->variant && p->platform && !p->build) {
			while ((gap = catalogue_gap(c, p->version, p->variant, g->sm, &from)))
				if (gap->calls ? strcmp(p->platform, PLATFORM_LINUX) == 0 :
						 !gap->several) {
					struct finding f = code_gap(a, gap);

					f.host = g->host;
					f.gpu = g->gpu;
					findings_add(a, &g->reasons, f);
				}
		}
	}
	if (g->untried)
		object_as(a, g, CP114, g->runs ? FORM_DESKTOP_CODE_UNTRIED : FORM_OF_CODE,
			  sm_said(a, g->sm), sm_said(a, g->code));
	g->some = g->via == REACH_NEVER && sm_known(g->sm) && reach_some(c, p, r, g->sm);
}

/* A name that fits several compute capabilities: it has to run on all of them, and where it does on
 * some, it is not known whether it does here. */
static void judge_each(struct arena *a, const struct catalogue *c, const struct package *p,
		       const struct reach *r, const struct driver *d, const struct sm_list *each,
		       struct reach_gpu *g)
{
	const struct reach_gpu before = *g;
	struct reach_gpu worst = before;
	size_t run = 0;

	for (size_t i = 0; i < each->n; i++) {
		*g = before;
		g->reasons.v = NULL;
		g->reasons.n = g->reasons.room = 0;
		for (size_t k = 0; k < before.reasons.n; k++)
			findings_add(a, &g->reasons, before.reasons.v[k]);
		g->sm = each->v[i];
		judge_one(a, c, p, r, d, g);
		run += g->runs;
		if (i == 0 || (worst.runs && !g->runs))
			worst = *g;
	}
	*g = worst;
	if (run && !g->runs)
		object_as(a, g, CP109, FORM_WHEEL_CODE_UNKNOWN, g->name, NULL);
	g->sm = (struct sm){ 0 };
}

static struct reach_gpu judge_gpu(struct arena *a, const struct catalogue *c,
				  const struct package *p, const struct reach *r,
				  const struct hosts *hosts, int host, int gpu)
{
	const struct host *h = &hosts->v[host];
	const struct gpu *is = &h->gpus.v[gpu];
	struct reach_gpu g = { .host = host, .gpu = gpu, .sm = is->sm, .name = is->name };
	struct driver d = driver_of_gpu(c, h, is->sm);

	judge_place(a, p, h, &g);
	/* What keeps a GPU from all work: an error, or MIG without a device. */
	if (scene_mig_without_device(is))
		object(a, &g, CP012, is->name, NULL);
	if (is->error && !sm_known(is->sm) && !is->sm_candidates.n)
		object(a, &g, CP007, is->error, NULL);
	if (!sm_known(g.sm) && is->sm_candidates.n)
		judge_each(a, c, p, r, &d, &is->sm_candidates, &g);
	else
		judge_one(a, c, p, r, &d, &g);
	return g;
}

struct reach_verdict reach_hosts(struct arena *a, const struct catalogue *c,
				 const struct package *p, const struct reach *r,
				 const struct hosts *hosts)
{
	struct reach_verdict v = { .all = true };

	for (size_t h = 0; h < hosts->n; h++) {
		const struct host *is = &hosts->v[h];

		if (!is->gpus.n && !is->gpus_known && is->nvidia_present == TRI_UNKNOWN &&
		    !is->driver) {
			/* A machine of which no GPU and no driver was told: its system can speak
			 * against the build, not for it. */
			struct reach_gpu g = { .host = (int)h, .gpu = -1 };

			judge_place(a, p, is, &g);
			if (has_error(&g.reasons))
				ARRAY_ADD(a, v.v) = g;
			v.untold = true;
		}
		for (size_t i = 0; i < hosts->v[h].gpus.n; i++)
			if (!hosts->v[h].gpus.v[i].hidden)
				ARRAY_ADD(a, v.v) = judge_gpu(a, c, p, r, hosts, (int)h, (int)i);
	}
	for (size_t i = 0; i < v.v.n; i++)
		v.all &= v.v.v[i].runs;
	v.all &= v.v.n > 0 || v.untold;
	return v;
}
