/* What an installer would take for what files ask, judged as if it were there, on every GPU. */
#include <string.h>

#include "base/text.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/fix_private.h"
#include "check/installed_private.h"
#include "fact/project.h"
#include "plan/driver.h"
#include "plan/steps.h"

static bool is_torch_of(const struct pick *p, enum manager m, const char *extra)
{
	return installer_manager(p->installer) == m && text_same(p->extra, extra) &&
	       strcmp(p->name, m == MANAGER_CONDA ? "pytorch" : "torch") == 0;
}

/* conda's torch, as what pip finds installed; false: of an unknown one nobody knows whether it
 * meets what a line of pip's says of torch. */
static bool is_there(struct arena *a, const struct pick *conda, const struct ask *ask,
		     struct stock_file *ret)
{
	const struct pick_choice *c = conda->taken.version ? &conda->taken :
		conda->candidates.n ? &conda->candidates.v[0] : NULL;
	struct pep440 *parsed = arena_new(a, struct pep440);

	*ret = (struct stock_file){ .package = "torch", .version = c ? c->version : "",
				    .any = !c };
	ret->parsed = c && pep440_parse(span_of(c->version), parsed) ? parsed : NULL;
	return c || (conda->certain == PICK_UNKNOWN &&
		     !ANY(s, ask->specs, s->name && s->req.set.n && strcmp(s->name, "torch") == 0));
}

/* pip installs behind conda, beside whose torch it stands: of the two one is left. */
static void pick_beside(struct checkup *k, struct pick_of of, const struct ask *ask)
{
	struct pick *conda = FIRST_OF(p, k->picks, is_torch_of(p, MANAGER_CONDA, NULL));
	struct stock_file have;
	struct picks own = { 0 };
	bool torch;

	if (conda && is_there(k->arena, conda, ask, &have))
		of.have = &have;
	pick_ask(k->arena, &of, ask, &own);
	/* What is not known takes nothing away. */
	torch = ANY(p, own, is_torch_of(p, MANAGER_PIP, ask->group) &&
		    p->certain != PICK_UNKNOWN);
	if (conda && !ask->group)
		conda->gone = torch;
	for (size_t i = 0; i < own.n; i++)
		if (!conda || torch || (!is_torch_of(&own.v[i], MANAGER_PIP, ask->group) &&
		    !ANY(d, k->env->declared, d->kind == DECLARED_SPEC && text_same(d->name,
			 own.v[i].name))))
			ARRAY_ADD(k->arena, k->picks) = own.v[i];
}

void checkup_picks(struct checkup *k)
{
	struct pick_of of = {
		.c = k->c, .stock = k->shelf->stock, .shelf = k->shelf, .platform = k->platform,
		.python = k->python,
		.cuda = k->host ? driver_of(k->c, k->host).cuda : 0,
	};
	struct asks asks = { 0 };

	memset(&k->picks, 0, sizeof k->picks);
	if (of.stock)
		asks = asks_of_env(k->arena, k->env, k->as);
	for (size_t i = asks.n; i-- > 0;)
		if (installer_manager(asks.v[i].installer) == MANAGER_CONDA)
			pick_ask(k->arena, &of, &asks.v[i], &k->picks);
	for (size_t i = 0; i < asks.n; i++)
		if (installer_manager(asks.v[i].installer) == MANAGER_PIP)
			pick_beside(k, of, &asks.v[i]);
}

const struct pick *check_pick_of(const struct checkup *k, enum manager m)
{
	return FIRST_OF(p, k->picks, is_torch_of(p, m, NULL));
}

static size_t count(const struct pick *p)
{
	return p->taken.of ? 1 : p->candidates.n;
}

static const struct pick_choice *candidate(const struct pick *p, size_t i)
{
	return p->taken.of ? &p->taken : &p->candidates.v[i];
}

struct picked {
	bool cpu, runs;        /* neither: refused, where r says it, or not known */
	struct finding r;
	const struct findings *reasons; /* r is the first of */
	struct plan *plan;     /* of what runs */
};

static struct picked judge(struct checkup *k, const struct pick_choice *c)
{
	const struct build *b = c->of;
	struct picked ret = { .cpu = b && !b->cuda.major, .r = { .code = FINDING_NONE } };
	char cuda[CUDA_TEXT];
	struct wish w = { .all = true, .python = c->python };
	enum installer kept = k->installer;
	struct answer answer;
	bool asked;

	if (ret.cpu || !b)
		return ret;
	w.cuda = cuda_version_text(b->cuda, cuda);
	strings_add(k->arena, &w.torch, arena_printf(k->arena, "==%s", b->torch));
	if (b->manager == MANAGER_CONDA)
		k->installer = INSTALLER_CONDA;
	asked = cure_answer(k, &w, &answer);
	k->installer = kept;
	for (size_t i = 0; asked && i < answer.n_rejected; i++)
		if (answer.rejected[i].build == b) {
			ret.reasons = &answer.rejected[i].reasons;
			ret.r = ret.reasons->v[0];
		}
	for (size_t i = 0; asked && i < answer.n_plans && !ret.runs; i++) {
		ret.runs = answer.plans[i].build == b && answer.plans[i].part < 0;
		ret.plan = ret.runs ? &answer.plans[i] : NULL;
	}
	return ret;
}

void check_advise_conda(struct checkup *k, struct found *f)
{
	struct strings specs = { 0 }, own = { 0 };
	struct plan p;

	if (!fix_target(k, true, &p)) {
		FIND_ADVICE(k, f, SEE_SUGGEST);
		return;
	}
	plan_conda_specs(k->arena, &p, "=", &specs);
	for (size_t i = 0; i < specs.n; i++) {
		const char *name = arena_printf(k->arena, "%.*s",
						(int)strcspn(specs.v[i], "=<"), specs.v[i]);

		if (project_is_conda_torch(name) || project_is_chooser(name))
			strings_add(k->arena, &own, specs.v[i]);
	}
	FIND_ADVICE(k, f, ASK_CONDA_FOR, SAY(need, strings_joined(k->arena, &own, " ")),
		    SAY(list, p.build->conda_channels));
}

/* Whether that build would be taken, if a line asked for it and its index were named. */
static bool would_take(struct checkup *k, const struct build *b, const char *version)
{
	struct env env = *k->env;
	struct env_declared d = { .kind = DECLARED_REQUIREMENT, .name = "torch", .parsed = true,
				  .text = arena_printf(k->arena, "torch==%s", version),
				  .index = b->index_url };
	struct checkup then = *k;
	const struct pick *p;
	struct err e;

	memset(&env.declared, 0, sizeof env.declared);
	for (size_t i = 0; i < k->env->declared.n; i++)
		ARRAY_ADD(k->arena, env.declared) = k->env->declared.v[i];
	if (requirement_parse(k->arena, span_of(d.text), &d.req, &e) != 0)
		return false;
	ARRAY_ADD(k->arena, env.declared) = d;
	then.env = &env;
	checkup_picks(&then);
	p = check_pick_of(&then, MANAGER_PIP);
	for (size_t i = 0; p && i < p->candidates.n; i++)
		if (p->candidates.v[i].version)
			return true;
	return p && (p->certain == PICK_UNKNOWN || p->taken.version);
}

/* The index to ask, with the label of what runs; where the lines do not take that, what has to
 * change: the package that brings torch along. */
static void advise_pip(struct checkup *k, const struct env_declared *d, struct found *f)
{
	const struct build *b = cure_build(k);
	const char *version = b ? arena_printf(k->arena, "%s%s", b->torch,
					       b->index_url && b->local ? b->local : "") : NULL;
	struct plan p;

	if (!b && fix_target(k, false, &p))
		f->advice = fix_words(k, &p, d);
	else if (!b)
		FIND_ADVICE(k, f, SEE_SUGGEST);
	else if (would_take(k, b, version))
		FIND_ADVICE(k, f, ASK_FOR_TORCH, SAY(url, b->index_url), SAY(need, version));
	else
		FIND_ADVICE(k, f, CHANGE_WHAT_ASKS,
			    SAY(package, project_is_torch(d->name) ? NULL : d->name));
}

/* PyPI's is taken, though an index is named beside it: what to do about that. */
static void advise_outranked(struct checkup *k, struct found *f, const struct phrase *why)
{
	const char *have = phrase_fact(why, FACT_have), *index = phrase_fact(why, FACT_index);

	if (have)
		FIND_ADVICE(k, f, PIN_OR_INDEX_ALONE, SAY(need, strchr(have, '+') ? have :
			    arena_printf(k->arena, "%s+%s", have, index)));
	else
		FIND_ADVICE(k, f, LEAVE_INDEX_OUT);
}

/* "2.5.1 py3.9_cpu_0", "torch 2.15.0 cu132" */
static const char *text_of(struct checkup *k, const struct pick *p, const struct pick_choice *c)
{
	const char *version = c->version;

	if (!strchr(version, '+'))
		version = arena_printf(k->arena, "%s %s", version, c->build);
	return c->of->manager == MANAGER_CONDA ? version :
		arena_printf(k->arena, "%s %s", p->name, version);
}

static struct found *say_cpu(struct checkup *k, const struct env_declared *d, const struct pick *p,
			     size_t at, bool all)
{
	const struct gpu *g = find_first_gpu(k);
	const struct phrase *why = p->why.form ? phrase_keep(k->arena, p->why) : NULL;
	const char *torch = text_of(k, p, candidate(p, at));
	const char *by = installer_name(p->installer);
	struct found *f = FIND_ASKED(k, CP201, d, PICK_IS_CPU, SAY(line, d->text),
				     SAY(installer, by), SAY(torch, torch), SAY(gpu, g->name),
				     SAY_PHRASE(why, why));

	f->what.words.form = all ? FORM_PICK_IS_CPU : FORM_PICK_MAY_BE_CPU;
	find_gpu(k, f, g);
	return f;
}

static struct found *say_refused(struct checkup *k, const struct env_declared *d,
				 const struct pick *p, size_t at, const struct finding *r, bool all)
{
	enum finding_code code = r->code == CP102 || r->code == CP104 ? CP203 : CP202;
	const char *torch = text_of(k, p, candidate(p, at));
	const char *by = installer_name(p->installer);
	struct found *f = FIND_ASKED(k, code, d, PICK_DOES_NOT_RUN, SAY(line, d->text),
				     SAY(installer, by), SAY(torch, torch), SAY(have, r->have),
				     SAY(need, r->need));

	f->what.words.form = all ? FORM_PICK_DOES_NOT_RUN : FORM_PICK_MAY_NOT_RUN;
	f->what.host = r->host;
	f->what.gpu = r->gpu;
	return f;
}

/* The other lines that decided, for who reads it. */
static void show_lines(struct checkup *k, struct found *f)
{
	EACH(const struct env_declared, d, k->env->declared) {
		if (d->kind == DECLARED_SPEC && d->name && !d->group && project_is_chooser(d->name))
			find_at(k, f, &d->origin);
	}
}

/* The places that were named and hold another torch, or the one that is taken. */
static void show_places(struct checkup *k, struct found *f)
{
	EACH(const struct env_setting, s, k->env->settings) {
		if (s->effective && s->value && strstr(s->value, "/whl/"))
			find_at(k, f, &s->origin);
	}
}

/* What is taken runs, and is not what the index that is named beside PyPI was named for. */
static void outranked(struct checkup *k, const struct env_declared *d, const struct pick *p)
{
	const char *have = phrase_fact(&p->why, FACT_have);
	struct found *f;

	if (p->why.form != FORM_PICK_OUTRANKED || !p->taken.of)
		return;
	f = FIND_ASKED(k, CP309, d, INDEX_OUTRANKED, SAY(line, d->text),
		       SAY(installer, installer_name(p->installer)),
		       SAY(torch, text_of(k, p, &p->taken)),
		       SAY(index, phrase_fact(&p->why, FACT_index)),
		       SAY(have, have ? installed_public(k->arena, have) : NULL));
	show_places(k, f);
	advise_outranked(k, f, &p->why);
}

/* A repository whose package nobody knows here: it may hold torch back. */
static bool has_nameless(const struct checkup *k)
{
	return ANY(x, k->env->declared, !x->name && x->url);
}

/* The same of other hosts, each with what it has. */
static void say_others(struct checkup *k, const struct env_declared *d, const struct pick *p,
		       size_t at, const struct findings *reasons, bool all)
{
	for (size_t i = 1; reasons && i < reasons->n; i++) {
		struct found other = k->found.v[k->found.n - 1];
		bool said = reasons->v[i].host < 0;

		for (size_t n = 0; n < i && !said; n++)
			said = reasons->v[n].host == reasons->v[i].host;
		if (said)
			continue;
		other.what = say_refused(k, d, p, at, &reasons->v[i], all)->what;
		k->found.v[k->found.n - 1] = other;
	}
}

/* What is wrong with the worst of what may be taken. */
static void say_bad(struct checkup *k, const struct env_declared *d, const struct pick *p,
		    size_t at, const struct picked *v, bool each)
{
	bool conda = installer_manager(p->installer) == MANAGER_CONDA;
	bool all = each && (p->certain != PICK_UNKNOWN || p->why.form == FORM_PICK_PYTHON);
	struct found *f = v->cpu ? say_cpu(k, d, p, at, all) :
				   say_refused(k, d, p, at, &v->r, all);

	/* One of several known answers is a mistake, what nobody knows may be none. */
	if ((!each && p->certain == PICK_UNKNOWN) ||
	    (!conda && !project_is_torch(d->name) && has_nameless(k)))
		f->severity = SEVERITY_WARNING;
	if (conda) {
		show_lines(k, f);
		check_advise_conda(k, f);
		say_others(k, d, p, at, v->reasons, all);
		return;
	}
	show_places(k, f);
	if (p->why.form == FORM_PICK_OUTRANKED) {
		ARRAY_ADD(k->arena, f->more) = p->why;
		advise_outranked(k, f, &p->why);
	} else {
		advise_pip(k, d, f);
	}
	say_others(k, d, p, at, v->reasons, all);
}

enum picked_as check_picked(struct checkup *k, enum manager m, const struct env_declared *d,
			    bool none)
{
	const struct pick *p = check_pick_of(k, m);
	/* Where nothing says the Python it is the newest. */
	size_t n = p ? count(p) : 0, first = n && p->any_python ? n - 1 : 0, bad = 0, worst = 0;
	struct picked of_worst = { 0 };

	for (size_t i = first; i < n; i++) {
		struct picked v = judge(k, candidate(p, i));

		if (v.plan && !k->plan) {
			k->plan = v.plan;
			k->asks = d;
		}
		if ((v.cpu || v.r.code != FINDING_NONE) && bad++ == 0) {
			worst = i;
			of_worst = v;
		}
	}
	if (bad && bad == n - first && none && !of_worst.cpu)
		return PICKED_NONE;
	if (bad)
		say_bad(k, d, p, worst, &of_worst, bad == n - first);
	else if (p && k->plan && m == MANAGER_PIP)
		outranked(k, d, p);
	return bad ? PICKED_BAD : k->plan ? PICKED_RUNS : PICKED_UNKNOWN;
}

bool check_picks_some(const struct checkup *k, enum manager m)
{
	const struct pick *p = check_pick_of(k, m);

	return p && count(p);
}

bool check_picks_cpu(const struct checkup *k, enum manager m, enum form why)
{
	const struct pick *p = check_pick_of(k, m);

	return p && p->certain == PICK_EXACT && p->taken.of && !p->taken.of->cuda.major &&
	       (!why || p->why.form == why);
}

/* Those of CUDA alone are all that is sure to have no torch. */
static bool has_torch_image(const struct env *e)
{
	return ANY(x, e->images, !span_ends(span_of(x->image), "nvidia/cuda"));
}

const struct env_declared *check_bringing(struct checkup *k)
{
	const struct pick *p = check_pick_of(k, MANAGER_PIP);
	size_t n;

	if (!p || !count(p) || has_torch_image(k->env) || k->env->problems.n || k->env->packages.n)
		return NULL;
	return FIRST_OF(d, k->env->declared, d->kind == DECLARED_REQUIREMENT && d->parsed &&
			d->name && !d->url && !d->alone && stock_of(k->shelf->stock, d->name, &n) &&
			declared_applies(k->arena, d, k->python, k->platform));
}
