/* All reasons against a build, with what it has and what it would need. */
#include "plan/verdict_private.h"

#include "fact/platform.h"
#include "plan/extend.h"
#include "plan/solve_private.h"

/* Where reasons of one atom point. */
struct verdict_place {
	const struct judge *j;
	size_t build, atom;
	struct findings *to;
};

static void add_as(const struct verdict_place *p, enum finding_code code, enum form form,
	const char *have, const char *need, bool of_gpu)
{
	struct member m = judge_atom_of(p->j, p->atom)->members.v[0];

	findings_add_in_order(p->j->arena, p->to, (struct finding){
		.code = code, .words.form = form, .have = have, .need = need,
		.host = m.host, .gpu = of_gpu ? m.gpu : -1 });
}

static void add(const struct verdict_place *p, enum finding_code code, const char *have,
	const char *need, bool of_gpu)
{
	add_as(p, code, FORM_OF_CODE, have, need, of_gpu);
}

/* "7.5 8.0", and the PTX behind a plus sign. */
static const char *code_text(struct arena *a, const struct build *b)
{
	const char *sass = sm_list_said(a, b->sass, " ");

	if (b->ptx->n == 0)
		return *sass ? sass : NULL;
	return arena_printf(a, "%s +PTX %s", sass, sm_list_said(a, b->ptx, " "));
}

static void add_ptx(const struct verdict_place *p, const struct driver *d, pair_t cuda)
{
	const struct cuda_fact *fact = catalogue_cuda(p->j->c, cuda);
	struct arena *a = p->j->arena;
	const struct cuda_fact *own = catalogue_cuda(p->j->c, d->cuda);
	pair_t have = d->branch && !d->compat ? d->branch->ptx_isa : own ? own->ptx_isa : 0;

	if (have && fact && fact->ptx_isa)
		add(p, CP103, arena_printf(a, "PTX ISA %s", pair_text(a, have)),
		    arena_printf(a, "PTX ISA %s", pair_text(a, fact->ptx_isa)), true);
	else
		add(p, CP103, driver_words(a, d),
		    arena_printf(a, "CUDA %s", pair_text(a, cuda)), true);
}

/* No code of it runs on the GPU. */
static void add_code(const struct verdict_place *p)
{
	const struct judge *j = p->j;
	const struct build *b = &j->p->v[p->build];
	const struct fit *fit = judge_fit(j, p->build, p->atom);
	const struct machine *m = judge_machine(j, p->atom);
	struct sm sm = judge_atom_of(j, p->atom)->sm;
	const struct build *like;
	struct by_ptx by;

	if (sm.major == 0 || b->cuda.major == 0 || fit->cubin.major)
		return;
	if (b->code_confidence == CONFIDENCE_NONE) {
		if (judge_needs_own(j, b, p->atom))
			add(p, CP114, sm_said(j->arena, sm), NULL, true);
		else if (judge_too_new(j, b, p->atom))
			add(p, CP101, sm_said(j->arena, sm), NULL, true);
		else if ((like = judge_lacking_neighbour(j, p->build, p->atom)))
			add_as(p, CP101, FORM_LIKE_IT_LACKS, sm_said(j->arena, sm), like->torch,
			       true);
		else if (judge_by_ptx(j, p->build, p->atom, &by) && by.verdict == PTX_PARTLY)
			add_as(p, CP121, FORM_PTX_IN_PART, by.lacks, sm_said(j->arena, sm), true);
		return;
	}
	if (judge_by_ptx(j, p->build, p->atom, &by)) {
		if (!judge_ptx(j, p->build, p->atom))
			add_ptx(p, &m->driver, pair_of(b->cuda));
		if (by.verdict == PTX_PARTLY)
			add_as(p, CP121, FORM_PTX_IN_PART, by.lacks, sm_said(j->arena, sm), true);
		return;
	}
	add(p, fit->desktop.major || judge_needs_own(j, b, p->atom) ? CP114 : CP101,
	    sm_said(j->arena, sm), code_text(j->arena, b), true);
}

static void add_driver(const struct verdict_place *p)
{
	const struct judge *j = p->j;
	const struct build *b = &j->p->v[p->build];
	const struct atom *at = judge_atom_of(j, p->atom);
	const struct driver *d = &judge_machine(j, p->atom)->driver;
	const char *have = driver_words(j->arena, d);
	pair_t cuda = pair_of(b->cuda);
	const char *least = driver_least(j->c, d, cuda);
	const char *zstd = driver_least_zstd(j->c, d);

	if (at->sm.major == 0 || cuda == 0)
		return;
	if (driver_before_gpu(d, at->cc))
		add(p, CP006, have, driver_said(j->arena, j->c, d, at->cc->first_branch, false),
		    true);
	if (driver_after_gpu(d, at->cc))
		add(p, CP005, have, driver_said(j->arena, j->c, d, at->cc->last_branch, true),
		    true);
	if (driver_takes(j->c, d, cuda) == SUPPORT_NONE)
		add_as(p, CP102, driver_by_cuda(d) ? FORM_DRIVER_OF_CUDA_OLD : FORM_OF_CODE, have,
		       least && !d->l4t && d->version ? arena_printf(j->arena, ">=%s", least) :
		       driver_least_words(j->arena, j->c, d, cuda), false);
	if (b->zstd && d->branch && zstd && driver_cmp(d->version, zstd) < 0)
		add(p, CP104, have, arena_printf(j->arena, ">=%s", zstd), false);
}

static void add_machine(const struct verdict_place *p)
{
	const struct judge *j = p->j;
	const struct build *b = &j->p->v[p->build];
	const struct host *h = &j->s->hosts->v[judge_machine(j, p->atom)->host];

	if (!judge_system(j, p->build, p->atom))
		add_as(p, h->macos ? CP107 : CP106, h->macos ? FORM_MACOS_OLD : FORM_OF_CODE,
		       host_system(h), b->os_least, false);
	if (!judge_arm(j, b, p->atom))
		add_as(p, CP107, FORM_MADE_FOR_JETSON, "no Jetson", "Jetson", false);
}

static void add_companion(const struct judge *j, struct findings *r, const struct specs *asked,
	const char *version, const char *name)
{
	if (!want_published(asked, version))
		findings_add(j->arena, r, (struct finding){
			.code = CP112, .have = name, .host = -1, .gpu = -1 });
}

/* What no wheel of an extension goes with: that release, its CUDA, the Python, a GPU. */
static void add_extension(const struct judge *j, size_t build, size_t wish, struct findings *r)
{
	static const struct {
		enum finding_code code;
		enum form form;
	} said[] = {
		[EXTEND_NOTHING] = { CP112, FORM_NO_WHEEL_AT_ALL },
		[EXTEND_CHANNEL] = { CP109, FORM_WHEELS_OF_CHANNEL },
		[EXTEND_PLATFORM] = { CP107, FORM_NO_WHEEL_FOR_PLATFORM },
		[EXTEND_TORCH] = { CP112, FORM_NO_WHEEL_FOR_TORCH },
		[EXTEND_CUDA] = { CP112, FORM_NO_WHEEL_FOR_CUDA },
		[EXTEND_ABI] = { CP112, FORM_NO_WHEEL_FOR_ABI },
		[EXTEND_SYSTEM] = { CP106, FORM_NO_WHEEL_FOR_GLIBC },
		[EXTEND_MACOS] = { CP107, FORM_NO_WHEEL_FOR_MACOS },
		[EXTEND_PYTHON] = { CP105, FORM_NO_WHEEL_FOR_PYTHON },
		[EXTEND_GPU] = { CP101, FORM_NO_WHEEL_FOR_GPU },
	};
	const struct extend_wish *w = &j->w->extend->v[wish];
	size_t atom = 0;
	enum extend_lack lack = extend_lacks(j, build, wish, &atom);
	const struct member *at = lack == EXTEND_GPU ? judge_atom_of(j, atom)->members.v : NULL;

	if (lack == EXTEND_FITS)
		return;
	findings_add(j->arena, r, (struct finding){
		.code = said[lack].code, .host = at ? at->host : -1, .gpu = at ? at->gpu : -1,
		.have = w->name, .need = *w->asked ? w->asked : NULL,
		.words = phrase_make(j->arena, said[lack].form, (const struct fact[]){ { 0 },
			SAY(torch, j->p->v[build].torch), SAY(variant, j->p->v[build].variant),
			SAY(os, platform_words(j->p->platform)),
			SAY(limit, sm_said(j->arena, judge_atom_of(j, atom)->sm)),
			SAY(version, j->w->python.major ?
				python_said(j->arena, j->w->python) : NULL) }, 6) });
}

/* One `each` has a Python of its own; what is said for all of a release is of its list. */
static struct findings reasons_of(const struct judge *j, size_t build, bool each)
{
	const struct build *b = &j->p->v[build];
	struct findings r = { 0 };

	if (!judge_python(j, b))
		findings_add(j->arena, &r, (struct finding){
			.code = CP105, .host = -1, .gpu = -1,
			.words.form = each || whole_pythons(j->c, b) ? FORM_OF_CODE :
									FORM_PYTHON_UNLISTED,
			.have = python_set_empty(j->w->among) ?
				python_said(j->arena, j->w->python) :
				python_set_text(j->arena, (struct python_set){
					j->w->among.gil, 0 }),
			.need = python_set_text(j->arena, b->pythons) });
	add_companion(j, &r, &j->w->vision, judge_companion(b, b->torchvision,
		b->torchvision_pythons, j->w->python), "torchvision");
	add_companion(j, &r, &j->w->audio, judge_companion(b, b->torchaudio,
		b->torchaudio_pythons, j->w->python), "torchaudio");
	for (size_t i = 0; j->w->extend_on && i < j->w->extend->n; i++)
		if (j->w->extend_on >> i & 1)
			add_extension(j, build, i, &r);
	for (size_t i = 0; i < j->n_atoms; i++) {
		struct verdict_place p = { j, build, i, &r };

		add_driver(&p);
		add_code(&p);
		add_machine(&p);
	}
	if (b->cuda.major || j->cpu || !j->s->has_gpu)
		return r;
	/* Of that release the platform has nothing else. */
	if (!ANY(x, *j->p, x->rank == b->rank && x->manager == b->manager && x->cuda.major))
		findings_add(j->arena, &r, (struct finding){
			.code = CP107, .words.form = FORM_NO_CUDA_BUILD, .have = b->platform,
			.host = -1, .gpu = -1 });
	findings_add(j->arena, &r, finding_of(CP108));
	return r;
}

void verdict_refuse(struct solve *s, const struct judge *j, size_t build, enum installer installer)
{
	struct refusal r = { &j->p->v[build], installer, reasons_of(j, build, s->wish->all) };

	for (size_t i = 0; i < s->rejected.n; i++)
		if (s->rejected.v[i].build == r.build && s->rejected.v[i].installer == installer)
			return;
	if (r.reasons.n)
		ARRAY_ADD(s->arena, s->rejected) = r;
}

const char *verdict_least_driver(const struct judge *j, size_t build)
{
	const char *least = NULL;
	pair_t cuda = pair_of(j->p->v[build].cuda);

	for (size_t i = 0; i < j->n_atoms; i++) {
		const struct atom *at = judge_atom_of(j, i);
		const struct driver *d = &judge_machine(j, i)->driver;

		if (at->sm.major == 0 || cuda == 0)
			continue;
		if (d->l4t) /* what was built for servers asks for that CUDA itself */
			return judge_fit(j, build, i)->desktop.major ?
				       driver_least_words(j->arena, j->c, d, cuda) :
				       driver_minor(j->arena, j->c, d, cuda);
		least = driver_newer(driver_least(j->c, d, cuda), least);
		if (!judge_fit(j, build, i)->cubin.major)
			least = driver_newer(driver_least_ptx(j->arena, j->c, d, cuda), least);
		if (at->cc && at->cc->first_branch)
			least = driver_newer(driver_first_release(j->arena, j->c, d,
								  at->cc->first_branch), least);
	}
	return least;
}
