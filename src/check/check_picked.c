/* What conda would take for what a file asks, judged as if it were there, on every GPU. */
#include <string.h>

#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "fact/project.h"
#include "plan/steps.h"

/* Of what is always asked for; NULL: conda is asked for no torch. */
static const struct pick *pick_of_conda(const struct checkup *k)
{
	for (size_t i = 0; i < k->picks.n; i++)
		if (installer_manager(k->picks.v[i].installer) == MANAGER_CONDA &&
		    !k->picks.v[i].extra)
			return &k->picks.v[i];
	return NULL;
}

static size_t count(const struct pick *p)
{
	return p->taken.of ? 1 : p->candidates.n;
}

static const struct build *candidate(const struct pick *p, size_t i)
{
	return p->taken.of ? p->taken.of : p->candidates.v[i].of;
}

static const char *build_text(const struct pick *p, size_t i)
{
	return p->taken.of ? p->taken.build : p->candidates.v[i].build;
}

struct picked {
	bool cpu, runs;        /* neither: refused, where r says it, or not known */
	struct finding r;
	struct plan *plan;     /* of what runs */
};

static struct picked judge(struct checkup *k, const struct pick *p, const struct build *b)
{
	struct picked ret = { .cpu = !b->cuda.major, .r = { .code = FINDING_NONE } };
	char cuda[CUDA_TEXT];
	struct wish w = { .all = true, .cuda = cuda_version_text(b->cuda, cuda),
			  .python = p->python };
	enum installer kept = k->installer;
	struct answer answer;
	bool asked;

	if (ret.cpu)
		return ret;
	strings_add(k->arena, &w.torch, arena_printf(k->arena, "==%s", b->torch));
	k->installer = INSTALLER_CONDA;
	asked = cure_answer(k, &w, &answer);
	k->installer = kept;
	for (size_t i = 0; asked && i < answer.n_rejected; i++)
		if (answer.rejected[i].build == b)
			ret.r = answer.rejected[i].reasons.v[0];
	for (size_t i = 0; asked && i < answer.n_plans && !ret.runs; i++) {
		ret.runs = answer.plans[i].build == b && answer.plans[i].part < 0;
		ret.plan = ret.runs ? &answer.plans[i] : NULL;
	}
	return ret;
}

/* "ask for pytorch=2.5.1=… pytorch-cuda=12.4, channels pytorch nvidia" */
static void advise(struct checkup *k, struct found *f)
{
	struct strings specs = { 0 };
	const char *text = "";
	struct plan p;

	if (!fix_target(k, true, &p)) {
		FIND_ADVICE(k, f, SEE_SUGGEST);
		return;
	}
	plan_conda_specs(k->arena, &p, "=", &specs);
	for (size_t i = 0; i < specs.n; i++)
		if (project_is_conda_torch(arena_span(k->arena, span_sub(span_of(specs.v[i]), 0,
				strcspn(specs.v[i], "=<")))) || fix_is_chooser(arena_span(k->arena,
				span_sub(span_of(specs.v[i]), 0, strcspn(specs.v[i], "=<")))))
			text = arena_printf(k->arena, "%s%s%s", text, *text ? " " : "", specs.v[i]);
	FIND_ADVICE(k, f, ASK_CONDA_FOR, SAY(need, text),
		    SAY(list, p.build->conda_channels));
}

static struct found *say_cpu(struct checkup *k, const struct env_declared *d, const struct pick *p,
			     size_t at, bool all)
{
	const struct gpu *g = find_first_gpu(k);
	const struct phrase *why = p->why.form ? phrase_keep(k->arena, p->why) : NULL;
	const char *torch = arena_printf(k->arena, "%s %s", candidate(p, at)->torch,
					 build_text(p, at));
	const char *by = installer_name(p->installer);
	struct found *f = all ?
		FIND_ASKED(k, CP201, d, CONDA_TAKES_CPU, SAY(line, d->text), SAY(installer, by),
			   SAY(torch, torch), SAY(gpu, g->name), SAY_PHRASE(why, why)) :
		FIND_ASKED(k, CP201, d, CONDA_MAY_TAKE_CPU, SAY(line, d->text), SAY(installer, by),
			   SAY(torch, torch), SAY(gpu, g->name), SAY_PHRASE(why, why));

	find_gpu(k, f, g);
	return f;
}

static struct found *say_refused(struct checkup *k, const struct env_declared *d,
				 const struct pick *p, size_t at, const struct finding *r, bool all)
{
	enum finding_code code = r->code == CP102 || r->code == CP104 ? CP203 : CP202;
	const char *torch = arena_printf(k->arena, "%s %s", candidate(p, at)->torch,
					 build_text(p, at));
	const char *by = installer_name(p->installer);
	struct found *f = all ?
		FIND_ASKED(k, code, d, CONDA_DOES_NOT_RUN, SAY(line, d->text), SAY(installer, by),
			   SAY(torch, torch), SAY(have, r->have), SAY(need, r->need)) :
		FIND_ASKED(k, code, d, CONDA_MAY_NOT_RUN, SAY(line, d->text), SAY(installer, by),
			   SAY(torch, torch), SAY(have, r->have), SAY(need, r->need));

	f->what.host = r->host;
	f->what.gpu = r->gpu;
	return f;
}

/* The other lines that decided, for who reads it. */
static void show_lines(struct checkup *k, struct found *f)
{
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (d->kind == DECLARED_SPEC && d->name && !d->group && fix_is_chooser(d->name))
			find_at(k, f, &d->origin);
	}
}

bool check_picked_conda(struct checkup *k, const struct env_declared *d)
{
	const struct pick *p = pick_of_conda(k);
	size_t n = p ? count(p) : 0, bad = 0, worst = 0;
	struct picked of_worst = { 0 };
	struct found *f;
	bool all;

	for (size_t i = 0; i < n; i++) {
		struct picked v = judge(k, p, candidate(p, i));
		bool is_bad = v.cpu || v.r.code != FINDING_NONE;

		if (v.plan && !k->plan) {
			k->plan = v.plan;
			k->asks = d;
		}
		if (is_bad && bad++ == 0) {
			worst = i;
			of_worst = v;
		}
	}
	if (!bad)
		return k->plan != NULL;
	all = bad == n && p->certain != PICK_UNKNOWN;
	f = of_worst.cpu ? say_cpu(k, d, p, worst, all) :
		say_refused(k, d, p, worst, &of_worst.r, all);
	if (!all)
		f->severity = SEVERITY_WARNING;
	show_lines(k, f);
	advise(k, f);
	return true;
}

bool check_picks_cpu(const struct checkup *k, enum form why)
{
	const struct pick *p = pick_of_conda(k);

	return p && p->certain == PICK_EXACT && p->taken.of && !p->taken.of->cuda.major &&
	       p->why.form == why;
}
