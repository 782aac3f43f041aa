/* A torch of which the matrix has no build: what it says of itself, and what its CUDA needs. */
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "plan/by_ptx.h"
#include "plan/code_fit.h"
#include "plan/driver.h"

/* What torch said of itself is all that is known of the build. */
static void own_archs(struct checkup *k, const struct gpu *g)
{
	struct sm_list sass = { 0 }, ptx = { 0 };
	struct code code = { &sass, &ptx, k->here.cuda, false };
	const struct by_ptx_of of = { .platform = k->platform, .rank = -1,
				      .cuda = pair_of(k->here.cuda) };
	const struct fact *words;
	struct found *f;
	struct fit fit;
	bool part;
	struct span s = span_of(k->here.torch->archs), word;
	struct sm sm;

	/* "sm_80 sm_90 compute_90" */
	while (span_word(&s, &word))
		if (sm_parse(word, &sm))
			(void)sm_list_add(span_starts(word, "compute_") ? &ptx : &sass, sm);
	fit = code_fit(k->c, &code, g->sm);
	if (fit.cubin.major)
		return;
	words = (struct fact[]){ { 0 }, SAY(torch, k->here.version), SAY(gpu, g->name),
				 SAY(have, sm_said(k->arena, g->sm)),
				 SAY(need, k->here.torch->archs) };
	part = fit.ptx.major && by_ptx(k->c, &of, g->sm).verdict == PTX_PARTLY;
	f = find_new(k, part ? CP121 : fit.ptx.major ? CP110 : CP202,
		     phrase_make(k->arena, part ? FORM_LIST_IN_PART : fit.ptx.major ?
				 FORM_LIST_BY_PTX : FORM_LIST_WITHOUT_CODE, words, 5));
	find_gpu(k, f, g);
	find_package(k, f, k->here.torch);
	if (fit.ptx.major && !part)
		return;
	f->severity = SEVERITY_ERROR;
	cure_install(k, f, cure_build(k));
}

/* GPUs of one compute capability are told once. */
static bool is_told(const struct checkup *k, size_t host, size_t gpu)
{
	const struct host *h = &k->hosts->v[host];

	return ANY(x, LIST(h->gpus.v, gpu), !x->hidden && sm_equal(x->sm, h->gpus.v[gpu].sm));
}

static void all_archs(struct checkup *k)
{
	for (size_t i = 0; i < k->hosts->n; i++)
		for (size_t n = 0; n < k->hosts->v[i].gpus.n; n++) {
			const struct gpu *g = &k->hosts->v[i].gpus.v[n];

			if (!g->hidden && !g->error && sm_known(g->sm) && !is_told(k, i, n))
				own_archs(k, g);
		}
}

/* Which CUDA it is of is known all the same, and what driver that takes. */
static void drivers(struct checkup *k)
{
	pair_t cuda = pair_of(k->here.cuda);

	for (size_t i = 0; cuda && i < k->hosts->n; i++) {
		struct driver d = driver_of(k->c, &k->hosts->v[i]);
		const char *need = driver_minor(k->arena, k->c, &d, cuda);
		struct found *f;

		if (!d.version || driver_takes(k->c, &d, cuda) != SUPPORT_NONE)
			continue;
		need = need ? arena_printf(k->arena, ">=%s", need) : NULL;
		f = FIND(k, CP203, BUILD_NEEDS_DRIVER, SAY(have, d.version), SAY(need, need),
			 SAY(torch, arena_printf(k->arena, "%s %s", k->here.version,
						 k->here.variant)));
		f->what.host = (int)i;
		find_package(k, f, k->here.torch);
		cure_install(k, f, cure_build(k));
		if (need)
			FIND_ADVICE(k, f, UPDATE_DRIVER, SAY(need, need));
		else if (f->cure.n == 0)
			FIND_ADVICE(k, f, NO_BUILD_SEE_SUGGEST);
	}
}

void check_unknown_build(struct checkup *k, const struct gpu *g)
{
	if (k->here.variant)
		drivers(k);
	if (k->here.torch->archs && sm_known(g->sm))
		all_archs(k);
	else {
		/* A build that is not in the matrix: nothing is said of it, and that is said. */
		const char *variant = k->here.variant ? k->here.variant : "";
		struct found *f = FIND(k, CP109, BUILD_NOT_IN_MATRIX, SAY(gpu, g->name),
				       SAY(have, arena_printf(k->arena, "%s %s", k->here.version,
							      variant)));

		f->severity = SEVERITY_NOTE;
		find_gpu(k, f, g);
		find_package(k, f, k->here.torch);
		FIND_ADVICE(k, f, VERIFY_OR_INSPECT);
	}
}
