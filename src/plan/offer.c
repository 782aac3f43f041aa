/* The plan for a build that fits: its GPUs, its Python, its companions, what is to be known. */
#include "base/sort.h"
#include "fact/build.h"
#include "fact/platform.h"
#include "know/matrix.h"
#include "plan/bounds.h"
#include "plan/extend.h"
#include "plan/verdict_private.h"

static void find(const struct judge *j, struct plan *p, enum finding_code code, enum form form,
	const char *have, const char *need, const struct member *at)
{
	findings_add(j->arena, &p->findings, (struct finding){
		.code = code, .words.form = form, .have = have, .need = need,
		.host = at ? at->host : -1, .gpu = at ? at->gpu : -1 });
}

static void tell(const struct judge *j, struct plan *p, enum form form, const char *have,
	const char *need)
{
	findings_add(j->arena, &p->notes, (struct finding){
		.words.form = form, .have = have, .need = need, .host = -1, .gpu = -1 });
}

static struct gpu_fit fit_of(const struct judge *j, size_t build, size_t atom, struct member m)
{
	const struct fit *fit = judge_fit(j, build, atom);
	bool known = j->p->v[build].code_confidence != CONFIDENCE_NONE;
	enum via via = !known ? VIA_NONE : fit->cubin.major ? VIA_CUBIN : VIA_PTX;

	return (struct gpu_fit){
		.host = m.host,
		.gpu = m.gpu,
		.index = j->s->hosts->v[m.host].gpus.v[m.gpu].index,
		.sm = judge_atom_of(j, atom)->sm,
		.via = via,
		.code = via == VIA_CUBIN ? fit->cubin :
			via == VIA_PTX ? fit->ptx : (struct sm){ 0 },
	};
}

static int by_place(const void *a, const void *b)
{
	const struct gpu_fit *x = a, *y = b;

	if (x->host != y->host)
		return x->host - y->host;
	return x->gpu != y->gpu ? x->gpu - y->gpu : sm_cmp(x->sm, y->sm);
}

static void fill_gpus(const struct judge *j, size_t build, struct plan *p)
{
	size_t n = 0;

	for (size_t i = 0; i < j->n_atoms; i++)
		n += judge_atom_of(j, i)->members.n;
	p->gpus = arena_array(j->arena, n, sizeof *p->gpus);
	for (size_t i = 0; i < j->n_atoms; i++) {
		const struct atom *at = judge_atom_of(j, i);

		for (size_t k = 0; k < at->members.n && !j->cpu; k++)
			if (at->members.v[k].gpu >= 0)
				p->gpus[p->n_gpus++] = fit_of(j, build, i, at->members.v[k]);
	}
	if (p->n_gpus)
		sort_stable(p->gpus, p->n_gpus, sizeof *p->gpus, by_place);
}

/* How long it takes, and what is not known to run. */
static void find_by_ptx(const struct judge *j, const struct atom *at, const struct fit *fit,
	const struct by_ptx *by, struct plan *p)
{
	const char *sm = sm_said(j->arena, at->sm);

	find(j, p, CP110, by_ptx_form(j->c, by), sm, sm_said(j->arena, fit->ptx), at->members.v);
	if (by->verdict == PTX_UNKNOWN)
		find(j, p, CP109, FORM_PTX_NOT_KNOWN, sm, NULL, at->members.v);
	if (by->alone && j->s->several > 1)
		find(j, p, CP121, FORM_PTX_WITHOUT_NCCL, sm, NULL, at->members.v);
}

/* A library lacks code for a GPU that the others serve: a few calls are a note. */
static void find_gap(const struct judge *j, struct plan *p, const struct member *at,
	const struct gap_fact *gap)
{
	struct finding f = code_gap(j->arena, gap);

	if (gap->calls) {
		f.code = FINDING_NONE;
		findings_add(j->arena, &p->notes, f);
	} else if (!gap->several || j->s->several > 1) {
		f.host = at->host;
		f.gpu = at->gpu;
		findings_add(j->arena, &p->findings, f);
	}
}

/* Findings of one GPU under this build. */
static void find_code(const struct judge *j, size_t build, size_t atom, struct plan *p)
{
	const struct fit *fit = judge_fit(j, build, atom);
	const struct atom *at = judge_atom_of(j, atom);
	const struct gap_fact *gap;
	struct by_ptx by;
	size_t from = 0;

	if (j->p->v[build].code_confidence == CONFIDENCE_NONE)
		return;
	if (fit->untried)
		find(j, p, CP114, FORM_DESKTOP_CODE_UNTRIED, sm_said(j->arena, at->sm),
		     sm_said(j->arena, fit->cubin), at->members.v);
	if (judge_by_ptx(j, build, atom, &by))
		find_by_ptx(j, at, fit, &by, p);
	while ((gap = judge_gap(j, build, atom, &from)))
		find_gap(j, p, at->members.v, gap);
}

/* What its CUDA number is, is not known: at least that of the newest branch that is. */
static void tell_newer(const struct judge *j, struct plan *p, const struct driver *d)
{
	const char *branch = arena_printf(j->arena, "%d", d->branch->branch);

	findings_add(j->arena, &p->notes, (struct finding){
		.have = d->version, .need = pair_text(j->arena, d->cuda), .host = -1, .gpu = -1,
		.words = PHRASE(j->arena, CUDA_OF_NEWEST_BRANCH, SAY(last, branch),
				SAY(date, j->c->matrix ? matrix_date(j->c->matrix) : NULL)) });
}

static void find_driver(const struct judge *j, size_t build, size_t atom, struct plan *p)
{
	const struct atom *at = judge_atom_of(j, atom);
	const struct driver *d = &judge_machine(j, atom)->driver;
	pair_t cuda = pair_of(j->p->v[build].cuda);
	enum driver_support s = judge_support(j, build, atom);

	p->support = s > p->support ? s : p->support;
	if (s == SUPPORT_MINOR)
		find(j, p, CP111, driver_by_cuda(d) ? FORM_DRIVER_OF_CUDA_MINOR : FORM_OF_CODE,
		     driver_words(j->arena, d), driver_minor(j->arena, j->c, d, cuda),
		     &(struct member){ at->members.v[0].host, -1 });
	if (s == SUPPORT_FORWARD)
		find(j, p, CP115, FORM_OF_CODE, d->version, pair_text(j->arena, cuda),
		     &(struct member){ at->members.v[0].host, -1 });
	if (d->newer)
		tell_newer(j, p, d);
	else if (d->from_branch && d->cuda && !d->l4t)
		tell(j, p, FORM_CUDA_OF_BRANCH, pair_text(j->arena, d->cuda), NULL);
}

static bool published(const char *companion)
{
	return companion && strcmp(companion, "none") != 0;
}

/* What of the first is in the second; all of the first where that leaves none with a GIL. */
static struct python_set kept(struct python_set set, struct python_set among)
{
	struct python_set left = python_set_both(set, among);

	return left.gil ? left : set;
}

/* Those for which each extension has a wheel, a certain one where there is such. */
static struct python_set extend_kept(const struct judge *j, const struct build *b,
	struct python_set set)
{
	size_t build = (size_t)(b - j->p->v);

	set = python_set_both(set, extend_pythons(j, build, j->n_atoms, false));
	return kept(set, extend_pythons(j, build, j->n_atoms, true));
}

/* Those that the wishes take and for which companions have files too, where that is known. */
static struct python_set all_of(const struct judge *j, const struct build *b)
{
	struct python_set set = b->pythons;

	if (!python_set_empty(j->w->among))
		set = kept(set, j->w->among);
	if (j->w->extend_on)
		set = extend_kept(j, b, set);
	if (published(b->torchvision))
		set = kept(set, b->torchvision_pythons);
	return published(b->torchaudio) ? kept(set, b->torchaudio_pythons) : set;
}

static const char *set_text(struct arena *a, struct python_set set)
{
	set.free = 0;
	return set.gil ? python_set_text(a, set) : NULL;
}

static void find_companion(const struct judge *j, struct plan *p, const char *name,
	const char *version, enum form unknown)
{
	if (!version)
		tell(j, p, unknown, NULL, NULL);
	else if (!published(version))
		find(j, p, CP112, FORM_OF_CODE, name, NULL, NULL);
}

static void choose_python(const struct judge *j, struct plan *p)
{
	const struct build *b = p->build;
	const struct companion_fact *vision;
	const struct companion_fact *audio;
	struct python_set all = all_of(j, b), aged = python_set_without(all, j->c->young);
	/* What other packages take leaves one Python: it is no assumption. */
	bool bound = __builtin_popcount(b->pythons.gil & j->w->among.gil) == 1;

	/* The newest for which other packages have had a year to be built. */
	p->python = j->w->python.major ? j->w->python : python_newest(aged.gil ? aged : all);
	if (j->w->python.major == 0 && p->python.major && !bound) {
		/* What would do too, and what of it is young. */
		struct python_set others = all, chosen = { 0 }, young;

		python_set_add(&chosen, p->python);
		others = python_set_without(others, chosen);
		young = python_set_both(others, j->c->young);
		findings_add(j->arena, &p->notes,
			     (struct finding){
				     .have = python_said(j->arena, p->python),
				     .need = set_text(j->arena, python_set_without(others, young)),
				     .words = PHRASE(j->arena, PYTHON_CHOSEN,
						     SAY(new, set_text(j->arena, young))),
				     .host = -1,
				     .gpu = -1 });
	}
	if (b->pythons_inferred)
		tell(j, p, FORM_PYTHONS_INFERRED, NULL, NULL);
	p->torchvision = judge_companion(b, b->torchvision, b->torchvision_pythons, p->python);
	p->torchaudio = judge_companion(b, b->torchaudio, b->torchaudio_pythons, p->python);
	p->torchvision_build = published(p->torchvision) ? b->torchvision_build : NULL;
	p->torchaudio_build = published(p->torchaudio) ? b->torchaudio_build : NULL;
	/* What was asked for in place of the build's own; conda's solver finds the build of it. */
	vision = want_other(j->w, p->build, true);
	audio = want_other(j->w, p->build, false);
	if (vision) {
		p->torchvision = vision->version;
		p->torchvision_build = NULL;
	}
	if (audio) {
		p->torchaudio = audio->version;
		p->torchaudio_build = NULL;
	}
	find_companion(j, p, "torchvision", p->torchvision, FORM_VISION_UNKNOWN);
	find_companion(j, p, "torchaudio", p->torchaudio, FORM_AUDIO_UNKNOWN);
}

/* The libraries of that CUDA have no machine code for the GPU's generation. */
static bool before_generation(const struct catalogue *c, struct sm gpu, pair_t cuda)
{
	EACH(const struct cc_fact, cc, c->ccs)
		if (cc->sm.major == gpu.major && cc->sm.minor <= gpu.minor && !cc->own_code &&
		    cc->first_cuda && cc->first_cuda <= cuda)
			return false;
	return true;
}

/* By minor-version compatibility an older driver would do, too: none is counted on here. */
static bool all_take_runtime(const struct judge *j, pair_t cuda)
{
	for (size_t i = 0; i < j->n_atoms; i++) {
		const struct atom *at = judge_atom_of(j, i);
		pair_t driver = judge_machine(j, i)->driver.cuda;

		if ((driver && driver < cuda) ||
		    (at->cc && at->cc->last_cuda && at->cc->last_cuda < cuda))
			return false;
	}
	return true;
}

/*
 * The CUDA whose libraries come with the build: its own, unless a GPU is of a generation that came
 * later. cuda-version=12.6 would leave it a cuBLAS that has nothing but PTX for it, where the
 * build takes any 12.x: the newest then that all drivers and GPUs take.
 */
static pair_t runtime_of(const struct judge *j, const struct build *b)
{
	pair_t ret = catalogue_runtime(b);
	bool later = false;

	for (size_t i = 0; i < j->n_atoms && !j->cpu; i++)
		later |= judge_atom_of(j, i)->sm.major &&
			 before_generation(j->c, judge_atom_of(j, i)->sm, ret);
	for (size_t i = 0; later && i < j->c->cudas.n; i++) {
		pair_t cuda = j->c->cudas.v[i].cuda;

		if (cuda > ret && want_takes_later(b, cuda) && all_take_runtime(j, cuda))
			ret = cuda;
	}
	return ret;
}

static void choose_runtime(const struct judge *j, struct plan *p)
{
	const struct want *w = j->w;
	pair_t cuda = w->cuda && !w->any_minor ? w->cuda : runtime_of(j, p->build);

	if ((w->runtime || !w->cuda || w->any_minor) && want_takes_later(p->build, cuda))
		p->cuda_version = pair_text(j->arena, cuda);
}

/* The build, its code, or a file for the Python. */
static void find_unknown(const struct judge *j, struct plan *p)
{
	enum form doubt = code_doubt(p->build);
	char text[PYTHON_TEXT];

	if (p->build->exists_confidence <= CONFIDENCE_LOW)
		find(j, p, CP109, FORM_EXISTENCE_UNKNOWN, "exists", NULL, NULL);
	if (doubt)
		find(j, p, CP109, doubt, "code", NULL, NULL);
	if (!findings_have(&p->findings, CP109))
		find(j, p, CP109, FORM_OF_CODE, arena_printf(j->arena, "Python %s",
		     python_text(j->w->python, text)), NULL, NULL);
}

/* One without a code is of cuDNN: from that release on it lacks code for a GPU of the plan. */
static void find_bounds(const struct judge *j, struct plan *p)
{
	const struct build_bound *b;
	size_t from = 0;

	while ((b = plan_bound(p, &from))) {
		if (b->code)
			find(j, p, b->code, FORM_OF_CODE, b->spec, NULL, NULL);
		else
			findings_add(j->arena, &p->notes, (struct finding){
				.have = b->spec, .host = -1, .gpu = -1,
				.words = PHRASE(j->arena, CUDNN_KEPT,
					SAY(first, b->spec + strcspn(b->spec, "0123456789")),
					SAY(cuda, fact_number(j->arena, p->build->cuda.major)),
					SAY(limit, sm_said(j->arena, b->below))) });
	}
}

static void find_build(const struct judge *j, size_t build, struct plan *p)
{
	const struct build *b = p->build;
	bool system_known = true, some_gpu = false, every_gpu = true;
	char cuda[CUDA_TEXT];

	for (size_t i = 0; i < j->n_atoms; i++) {
		system_known = system_known && judge_machine(j, i)->os_version;
		some_gpu |= judge_atom_of(j, i)->sm.major;
		every_gpu &= judge_atom_of(j, i)->sm.major != 0;
	}
	if (!p->certain)
		find_unknown(j, p);
	if (b->manager == MANAGER_CONDA && !b->exact)
		find(j, p, CP117, FORM_OF_CODE, b->build, NULL, NULL);
	if (b->cuda.major == 0 && (some_gpu || j->s->kept_from))
		find(j, p, CP108, FORM_OF_CODE, NULL, NULL, NULL);
	/* conda-forge's libraries are chosen by the solver; a bound keeps cuDNN. */
	if (j->s->has_gpu && !(b->cuda.major == 0 || build_is_from(b, CHANNEL_CONDA_FORGE) ||
			       catalogue_gaps_whole(j->c, b->channel, b->platform, b->rank)))
		tell(j, p, FORM_LIBRARIES_NOT_KNOWN, NULL, NULL);
	find_bounds(j, p);
	if (b->needs_cuda && b->cuda.major && p->n_gpus)
		tell(j, p, every_gpu ? FORM_CONDA_SEES_DRIVER : FORM_CONDA_SEES_NO_DRIVER, NULL,
		     arena_str(j->arena, cuda_version_text(b->cuda, cuda)));
	if (j->p->key[build].os_least && !system_known)
		tell(j, p, platform_is_mac(b->platform) ? FORM_MACOS_NEEDED : FORM_GLIBC_NEEDED,
		     NULL, b->os_least);
}

/* The release of a Jetson says what its driver takes. */
static bool driver_unknown(const struct judge *j)
{
	for (size_t i = 0; i < j->n_atoms; i++) {
		const struct driver *d = &judge_machine(j, i)->driver;

		if (judge_atom_of(j, i)->sm.major && !d->version && !(d->l4t && d->cuda))
			return true;
	}
	return false;
}

struct plan offer_plan(const struct judge *j, size_t build, enum installer installer)
{
	struct plan p = { .build = &j->p->v[build], .installer = installer, .part = -1,
			  .support = SUPPORT_UNKNOWN,
			  .certain = judge_certain(j, build), .runs = judge_runs(j, build) };
	const char *least;

	fill_gpus(j, build, &p);
	for (size_t i = 0; i < j->n_atoms && !j->cpu; i++) {
		if (judge_atom_of(j, i)->sm.major == 0)
			continue;
		find_driver(j, build, i, &p);
		find_code(j, build, i, &p);
	}
	if (!j->cpu && driver_unknown(j) && (least = verdict_least_driver(j, build)))
		tell(j, &p, FORM_LEAST_DRIVER, NULL, least);
	if (!j->cpu && j->w->wish->file)
		p.least_driver = verdict_least_driver(j, build);
	choose_python(j, &p);
	choose_runtime(j, &p);
	if (j->w->extend_on)
		extend_offer(j, build, &p);
	find_build(j, build, &p);
	return p;
}
