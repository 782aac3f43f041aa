/* What requirements would do to the torch that is there, and whether they can hold together. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/installed_private.h"
#include "check/lines_solved_private.h"
#include "check/torch_place_private.h"
#include "fact/conda_build.h"
#include "fact/project.h"

static bool applies(struct checkup *k, const struct env_declared *d)
{
	return declared_applies(k->arena, d, k->python, k->platform);
}

static bool names_torch(const struct env_declared *d)
{
	return d->parsed && !d->group && d->kind != DECLARED_LOCK &&
	       (project_is_torch(d->name) ||
		(d->kind == DECLARED_SPEC && project_is_conda_torch(d->name)));
}

/* "torch==2.1.*", "torch with CUDA 12.1" */
static struct fact asked_fact(struct checkup *k)
{
	struct wish w = { 0 };
	const char *text;

	declared_wish(k->arena, k->env, k->python, k->platform, &w);
	text = arena_printf(k->arena, "torch%s", strings_joined(k->arena, &w.torch, ","));
	if (!w.cuda)
		return (struct fact)SAY(asked, text);
	return (struct fact)SAY_PHRASE(asked, phrase_keep(k->arena,
		PHRASE(k->arena, ASKED_WITH_CUDA, SAY(torch, text), SAY(cuda, w.cuda))));
}

/* The place that is named holds the CPU builds: they outrank those of PyPI. */
static bool from_cpu_index(const struct checkup *k, const struct env_declared *d)
{
	struct torch_place p;

	return torch_place_of(k->arena, k->env, d, &p) && strcmp(p.variant, "cpu") == 0;
}

static bool wants_cpu(struct checkup *k, const struct env_declared *d)
{
	const char *label = d->kind == DECLARED_SPEC ? NULL : declared_label(k->arena, d);

	if (label && strcmp(label, "cpu") == 0)
		return true;
	if (d->kind != DECLARED_SPEC && !label && from_cpu_index(k, d))
		return true;
	return d->kind == DECLARED_SPEC && d->spec.f[CONDA_BUILD] &&
	       strstr(d->spec.f[CONDA_BUILD], "cpu");
}

/* The first line that asks for torch, or for the CPU build of it; NULL: none does. Where pip takes
 * the torch away that conda brought, it is one of pip's. */
static const struct env_declared *line_of_torch(struct checkup *k, bool cpu)
{
	const struct pick *conda = check_pick_of(k, MANAGER_CONDA);
	bool pip = conda && conda->gone && ANY(d, k->env->declared, names_torch(d) &&
					       d->kind != DECLARED_SPEC && applies(k, d));

	return FIRST_OF(d, k->env->declared, names_torch(d) && (d->kind == DECLARED_SPEC ? !pip :
			applies(k, d)) && (!cpu || wants_cpu(k, d)));
}

static bool pinned_torch(struct checkup *k)
{
	struct wish w = { 0 };

	declared_wish_conda(k->arena, k->env, &w);
	return w.torch.n > 0;
}

/* What was built at that time is not in the matrix: no verdict, not even a refusal. */
static void too_old(struct checkup *k, const struct env_declared *d, enum form form)
{
	const struct gpu *g = find_first_gpu(k);
	const struct fact facts[] = { { 0 }, SAY(line, d->text), SAY(gpu, g->name) };
	struct found *f = find_new(k, CP109, phrase_make(k->arena, form, facts, 3));

	find_gpu(k, f, g);
	find_at(k, f, &d->origin);
	if (!lines_predate(k, d))
		FIND_ADVICE(k, f, EXPLAIN_JUDGES_WHEEL);
}

/* PyTorch's own channel had the builds of a release for the CUDA versions of its wheels, for none
 * that came later: pytorch/builder, conda/pytorch-nightly and manywheel. */
static pair_t newest_cuda(struct checkup *k, const struct env_declared *d)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const char *channel = d->spec.f[CONDA_CHANNEL];
	struct pep440_set set;
	pair_t ret = 0;

	if (!channel || strcmp(channel, CHANNEL_PYTORCH) != 0 || !lines_versions(k, d, &set))
		return 0;
	EACH(const struct build, b, *p)
		if (b->manager == MANAGER_PIP && lines_set_takes(&set, b->torch) &&
		    pair_of(b->cuda) > ret)
			ret = pair_of(b->cuda);
	return ret;
}

/* The CUDA of a conda build that nobody listed, by its name or what chooses it; 0: not known. */
static pair_t unlisted_cuda(struct checkup *k, const struct env_declared *d)
{
	const char *build = d->spec.f[CONDA_BUILD];
	struct wish w = { 0 };
	struct conda_build b;
	struct err e;

	if (build && conda_build_parse(k->arena, span_of(build), &b, &e) == 0 && b.cuda)
		return pair_parse(b.cuda);
	declared_wish_conda(k->arena, k->env, &w);
	return w.cuda ? pair_parse(w.cuda) : newest_cuda(k, d);
}

/*
 * A GPU for which no compiler of that CUDA makes code: its cuDNN and cuBLAS have none then,
 * whatever the build holds. Source: what each CUDA compiles, and CUDA <= 10.2 by PTX as measured.
 */
static void unlisted(struct checkup *k, const struct env_declared *d)
{
	pair_t cuda = unlisted_cuda(k, d);
	const struct gpu *g = find_first_gpu(k);
	const struct cc_fact *cc = g ? catalogue_cc(k->c, g->sm) : NULL;
	struct found *f;

	if (!cuda || !cc || cuda >= cc->first_cuda) {
		too_old(k, d, FORM_OLDER_THAN_CONDA_BUILDS);
		return;
	}
	f = FIND_ASKED(k, CP202, d, OLDER_THAN_GPU, SAY(line, d->text), SAY(gpu, g->name),
		       SAY(have, pair_text(k->arena, cuda)),
		       SAY(need, pair_text(k->arena, cc->first_cuda)));
	find_gpu(k, f, g);
	check_advise_conda(k, f);
}

/* No build that is known is taken, for the torch that is pinned is older than these are. */
static bool is_unlisted(struct checkup *k)
{
	return !check_conda_covered(k) && pinned_torch(k) && !check_picks_some(k, MANAGER_CONDA);
}

/* What never existed, or not for that Python, or comes from elsewhere, is judged already. */
static bool is_said(const struct checkup *k)
{
	for (size_t i = 0; i < k->found.n; i++) {
		enum finding_code code = k->found.v[i].what.code;

		if (code == CP113 || code == CP105 ||
		    ((code == CP202 || code == CP203 || code == CP204 || code == CP109) &&
		     k->found.v[i].asked))
			return true;
	}
	return false;
}

/* What keeps all that the lines allow from running: code that is not there, or where none lacks
 * it the driver, or where they allow nothing a companion of another torch. */
static enum finding_code why_none(const struct answer *a, const char **ret_need)
{
	bool code = false, driver = false;

	for (size_t i = 0; i < a->n_rejected; i++)
		EACH(const struct finding, r, a->rejected[i].reasons) {
			code |= r->code == CP101 || r->code == CP103 || r->code == CP114 ||
				r->code == CP121;
			driver |= r->code == CP102 || r->code == CP104;
			if (r->code == CP102 && !*ret_need)
				*ret_need = r->need;
		}
	if (driver && !code)
		return CP203;
	*ret_need = NULL;
	return !a->n_rejected && a->n_instead && a->instead->belongs ? CP204 : CP202;
}

/* It is no GPU that refuses a CUDA for which no torch was built; NULL: there are builds of it. */
static const struct instead *cuda_instead(const struct answer *a)
{
	bool none = !a->n_rejected && a->n_instead && strcmp(a->instead->what, "cuda") == 0;

	return none && a->instead->nearest ? a->instead : NULL;
}

/* Where nothing of it runs; `host` -1: on each of them something does, and nothing on all. */
static struct found *runs_on_none(struct checkup *k, int host, const struct answer *answer)
{
	const struct instead *cuda = cuda_instead(answer);
	const char *need = cuda ? cuda->nearest : NULL;
	enum finding_code code = cuda ? cuda->code : why_none(answer, &need);
	const struct host *h = host < 0 ? k->host : &k->hosts->v[host];
	const struct gpu *g = host < 0 ? find_first_gpu(k) : host_first_gpu(h);
	const struct fact facts[] = {
		{ 0 }, asked_fact(k), SAY(driver, h->driver), {
			.name = FACT_gpu, .text = g ? g->name : NULL,
			.phrase = g && g->name ? NULL :
				phrase_keep(k->arena, PHRASE(k->arena, THE_GPU)),
		}, SAY(have, need && !cuda ? h->driver : NULL), SAY(need, need),
	};
	enum form form = cuda ? FORM_NONE_OF_IT_IS_KNOWN :
		host < 0 ? FORM_NONE_OF_IT_RUNS_ON_HOSTS :
		h->gpus.n > 1 ? FORM_NONE_OF_IT_RUNS_ON_ALL : FORM_NONE_OF_IT_RUNS;
	struct found *f = find_new(k, code, phrase_make(k->arena, form, facts, 6));

	f->severity = SEVERITY_ERROR;
	f->what.host = host;
	if (host >= 0 && h->gpus.n == 1 && !cuda)
		f->what.gpu = 0;
	f->asked = true;
	return f;
}

/* The first change that can be made to a line: pip has no channels. NULL: none is known. */
static const char *change_for(const struct env_declared *d, const struct answer *answer)
{
	return FIRST_TELLS(x, LIST(answer->changes, answer->n_changes), d->kind == DECLARED_SPEC ||
		!strstr(x->what, "channel=="), x->what, NULL);
}

static void none_runs_on(struct checkup *k, const struct env_declared *d,
			 const struct answer *answer, const struct answer *own, int host)
{
	const char *option = d->kind == DECLARED_SPEC ? "-f" : "-r";
	const char *file = d->typed || !d->origin.file ? NULL :
		arena_printf(k->arena, "%s %s", option, d->origin.file);
	struct torch_place place;
	struct found *f = runs_on_none(k, host, own);
	const char *image = check_image_instead(k, d);
	struct phrases wheels;
	struct plan p;
	struct python python = { 0 };
	const struct env_declared *by;

	check_blocking_lines(k, f);
	find_at(k, f, &d->origin);
	/* The line of a wheel that decides the Python, where nothing else does. */
	if (!k->env->python && (!k->host || !k->host->python) &&
	    !declared_python(k->arena, k->env).major) {
		by = declared_wheel_python(k->arena, k->env, k->platform, &python);
		if (by && by != d)
			find_at(k, f, &by->origin);
	}
	if (d->kind != DECLARED_SPEC && torch_place_of(k->arena, k->env, d, &place))
		find_at(k, f, &place.origin);
	if (image)
		FIND_ADVICE(k, f, TAKE_IMAGE, SAY(item, image));
	else if (change_for(d, answer))
		FIND_ADVICE(k, f, WOULD_HELP, SAY(change, change_for(d, answer)));
	else if ((answer->n_changes || cuda_instead(own)) && d->kind != DECLARED_SPEC &&
		 fix_target(k, false, &p)) {
		f->advice = fix_words(k, &p, d);
		wheels = fix_wheels(k, &p);
		EACH(const struct phrase, w, wheels)
			ARRAY_ADD(k->arena, f->more) = *w;
	} else
		FIND_ADVICE(k, f, SUGGEST_TELLS_WHY, SAY(file, file));
}

/* With the hosts one by one it shows which of them it is about. */
static void none_runs(struct checkup *k, const struct env_declared *d, const struct answer *answer)
{
	const struct hosts *all = k->hosts;
	struct host_groups groups = host_groups_of(k->arena, all);
	bool any = false;

	for (size_t g = 0; all->n > 1 && g < groups.n; g++) {
		struct hosts one = { .v = &all->v[groups.v[g].hosts[0]], .n = 1, .room = 1 };
		struct answer own;
		bool none;

		if (!host_first_gpu(one.v))
			continue;
		k->hosts = &one;
		none = cure_ask(k, NULL, NULL, false, &own) && !cure_first(&own) &&
			own.n_missing == 0;
		k->hosts = all;
		for (size_t i = 0; none && i < groups.v[g].n; i++)
			none_runs_on(k, d, answer, &own, (int)groups.v[g].hosts[i]);
		any |= none;
	}
	if (all->n == 1)
		none_runs_on(k, d, answer, answer, 0);
	else if (!any)
		none_runs_on(k, d, answer, answer, -1);
}

/* What to ask for in the place of a CPU build: the lines but for their label and their index. */
static void cpu_line_instead(struct checkup *k, const struct env_declared *d, struct found *f)
{
	bool conda = d->kind == DECLARED_SPEC;
	struct plan p;
	const char *local;

	if (conda || !fix_target(k, false, &p)) {
		FIND_ADVICE(k, f, LEAVE_CPU_LABEL_OUT);
		return;
	}
	local = p.build->index_url && p.build->local ? p.build->local : "";
	if (!p.build->index_url)
		FIND_ADVICE(k, f, ASK_PYPI_FOR_TORCH, SAY(need, p.build->torch));
	else
		FIND_ADVICE(k, f, ASK_FOR_TORCH_INSTEAD, SAY(url, p.build->index_url),
			    SAY(need, arena_printf(k->arena, "%s%s", p.build->torch, local)));
}

static void asks_cpu(struct checkup *k, const struct env_declared *d)
{
	struct found *f = FIND_ASKED(k, CP201, d, ASKS_FOR_CPU_BUILD, SAY(line, d->text));

	find_gpu(k, f, find_first_gpu(k));
	cpu_line_instead(k, d, f);
	EACH(const struct env_setting, s, k->env->settings) {
		const char *variant = s->value && s->tool == SETTING_PIP ?
			torch_place_variant(k->arena, s->value) : NULL;

		if (variant && strcmp(variant, "cpu") == 0)
			find_edit(k, f, &s->origin, NULL, NULL);
	}
}

/* What meets the lines runs, for a GPU only by what the driver compiles, or as far as is known. */
static void runs_somehow(struct checkup *k, const struct env_declared *d, const struct plan *p)
{
	static const struct said_of_asked {
		enum form said, form;
		enum finding_code code; /* of a refusal that has no form of its own */
	} words[] = {
		{ FORM_PTX_WHOLE, FORM_ASKED_PTX_WHOLE, CP110 },
		{ FORM_PTX_LAZY, FORM_ASKED_PTX_LAZY, CP110 },
		{ FORM_PTX_NOT_KNOWN, FORM_ASKED_PTX_NOT_KNOWN, CP109 },
		{ FORM_EXISTENCE_UNKNOWN, FORM_ASKED_EXISTENCE_UNKNOWN, CP109 },
		{ FORM_CODE_UNKNOWN, FORM_ASKED_CODE_NOT_KNOWN, CP109 },
		{ FORM_CODE_UNREAD, FORM_ASKED_CODE_UNREAD, CP109 },
		{ FORM_PTX_WITHOUT_NCCL, FORM_BUILD_PTX_WITHOUT_NCCL, CP121 },
		{ FORM_OF_CODE, FORM_BUILD_LIBRARY_WITHOUT_CODE, CP121 },
	};
	const struct build *b = p->build;

	EACH(const struct finding, r, p->findings) {
		const struct fact facts[] = {
			{ 0 }, asked_fact(k), SAY(have, r->have), SAY(need, r->need),
			SAY(torch, arena_printf(k->arena, "%s %s", b->torch, b->variant)),
			check_gpu_fact(k, r),
		};
		const struct said_of_asked *as = FIRST_OF(x, ROWS(words),
			x->code == r->code && x->said == r->words.form);
		struct found *f;

		if (!as)
			continue;
		f = find_new(k, r->code, phrase_make(k->arena, as->form, facts, 6));
		f->what.host = r->host;
		f->what.gpu = r->gpu;
		f->asked = true;
		find_at(k, f, &d->origin);
	}
}

/* Something that runs meets the lines, and what is taken lies where nobody looked. */
static bool is_left_open(const struct checkup *k, const struct env_declared *d,
			 const struct pick *p, bool runs)
{
	if (!p || !p->why.form)
		return false;
	return !runs || (p->why.form == FORM_PICK_CHANNELS &&
			 (k->env->channels.n || d->spec.f[CONDA_BUILD]));
}

/* What the lines are planned for, or that nothing which meets them runs. */
static void planned(struct checkup *k, const struct env_declared *d, enum manager m)
{
	const struct pick *p = check_pick_of(k, m);
	const struct plan *first;
	struct torch_place place;
	struct answer answer;
	enum picked_as as;
	bool none;

	if (is_said(k) || !cure_ask(k, NULL, NULL, false, &answer))
		return;
	first = cure_first(&answer);
	none = !first && answer.n_missing == 0 && (m == MANAGER_CONDA ||
		!torch_place_of(k->arena, k->env, d, &place) || place.only ||
		declared_label(k->arena, d));
	/* Of the file that a line names it is known what it is. */
	as = check_picked(k, m, d, none && !d->url);
	if (as == PICKED_NONE || (as == PICKED_UNKNOWN && none)) {
		none_runs(k, d, &answer);
	} else if (as == PICKED_UNKNOWN && first) {
		k->plan = arena_new(k->arena, struct plan);
		*k->plan = *first;
		k->asks = d;
	}
	if (as == PICKED_UNKNOWN && !none && is_left_open(k, d, p, first))
		ARRAY_ADD(k->arena, k->unjudged) = (struct env_problem){ p->why, d->origin };
	if (k->plan) {
		runs_somehow(k, d, k->plan);
		check_gap_notes(k, &k->plan->notes, d);
	}
}

/* Nothing that meets the lines, or not what is taken for them, has code for the GPUs and a CUDA
 * that the driver takes. */
static void runs_nowhere(struct checkup *k)
{
	const struct env_declared *torch = line_of_torch(k, false);
	const struct env_declared *d = torch ? torch : check_bringing(k);
	bool conda = d && d->kind == DECLARED_SPEC;
	enum installer kept = k->installer;

	if (!d || k->here.torch)
		return;
	if (!find_first_gpu(k)) {
		/* that is so on any machine */
		(void)(!torch || lines_predate(k, d) || check_variant(k, d));
		return;
	}
	k->installer = conda ? INSTALLER_CONDA : kept;
	if (line_of_torch(k, true))
		asks_cpu(k, line_of_torch(k, true));
	else if (torch && lines_predate(k, d))
		too_old(k, d, FORM_OLDER_THAN_MATRIX);
	else if (conda && is_unlisted(k))
		unlisted(k, d);
	else if (!torch || (!check_maker(k, d) && !check_variant(k, d)))
		planned(k, d, conda ? MANAGER_CONDA : MANAGER_PIP);
	k->installer = kept;
}

/* Lines exclude each other, and the only one that asks for torch is for other GPUs besides: who
 * brought them together would have a torch that does not run. */
static void conflict_runs(struct checkup *k)
{
	const struct env_declared *torch = line_of_torch(k, false);
	struct answer answer;
	const char *need = NULL;
	bool told = false;
	int n = 0;

	EACH(const struct found, f, k->found)
		told |= f->what.code == CP218;
	EACH(const struct env_declared, d, k->env->declared)
		n += names_torch(d) && applies(k, d);
	if (told && n == 1 && torch && torch->kind == DECLARED_REQUIREMENT &&
	    !line_of_torch(k, true) && !k->here.torch &&
	    find_first_gpu(k) && cure_ask(k, NULL, NULL, false, &answer) &&
	    !cure_first(&answer) && answer.n_missing == 0 && why_none(&answer, &need) != CP204) {
		for (size_t i = 0; i < k->found.n; i++)
			if (k->found.v[i].advice.form == FORM_WRITE_INSTEAD)
				FIND_ADVICE(k, &k->found.v[i], LOOSEN_ONE);
		none_runs(k, torch, &answer);
	}
}

void check_requirements(struct checkup *k)
{
	struct ask all = lines_ask(k);
	bool torch = false;

	if (lines_conflict(k, &all)) {
		conflict_runs(k);
		return;
	}
	lines_installed(k, &all);
	EACH(const struct env_declared, d, k->env->declared) {
		if (!applies(k, d) || d->kind != DECLARED_REQUIREMENT)
			continue;
		torch |= !d->typed && strcmp(d->name, "torch") == 0;
		if (!check_companion_variant(k, d))
			check_place(k, d);
	}
	if (!torch)
		check_idle_index(k);
	runs_nowhere(k);
}
