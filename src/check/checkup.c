/* The table of checks, and the run over it: what is found, in order, each thing once. */
#include "check/checkup.h"

#include <string.h>

#include "base/sort.h"
#include "base/text.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/foresee_private.h"
#include "check/selected.h"
#include "check/torch_place_private.h"
#include "fact/project.h"

static const struct check checks[] = {
#define CHECK(name, summary, run) { name, FORM_##summary, run },
#include "check/checks.def"
#undef CHECK
};

const struct check *checkup_checks(size_t *n)
{
	*n = sizeof checks / sizeof *checks;
	return checks;
}

static int by_severity(const void *a, const void *b)
{
	const struct found *x = a, *y = b;

	if (x->severity != y->severity)
		return (int)y->severity - (int)x->severity;
	return (x->what.code > y->what.code) - (x->what.code < y->what.code);
}

static void run_checks(struct checkup *k)
{
	checkup_picks(k);
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++)
		checks[i].run(k);
}

static const struct found *again(const struct checkup *after, const struct found *f)
{
	return FIRST_OF(x, after->found, find_is_same(x, f));
}

/* Everything judged once more, of that environment; python NULL: the one that it has. */
static struct checkup judge_anew(struct checkup *k, const struct env *env,
				 const struct python *python)
{
	struct shelf *shelf = arena_new(k->arena, struct shelf);
	struct checkup anew;

	*shelf = *k->shelf;
	anew = checkup_make(k->arena, k->c, shelf, env, k->hosts);
	if (!text_same(anew.here.version, k->here.version))
		shelf->pins.n = 0;
	if (python)
		anew.python = *python;
	anew.python_given = k->python_given;
	anew.as = k->as;
	run_checks(&anew);
	return anew;
}

/* The same as it will be behind those steps. */
static struct checkup judge_after(struct checkup *k, const struct steps *cure,
				  const struct build *gives)
{
	struct env *env = arena_new(k->arena, struct env);

	*env = foresee_env(k, k->env, cure, gives);
	return judge_anew(k, env, &k->python);
}

/* One reinstallation of torch cures all findings that need one: the first keeps it. */
static void once(struct checkup *k)
{
	const struct found *first = NULL;

	EACH(struct found, f, k->found) {
		if (!f->replaces || f->cure.n == 0)
			continue;
		if (first)
			find_cured_with(k, f, first->what.code);
		else
			first = f;
	}
}

/* What would be wrong then, and is not now; NULL: nothing. */
static const struct found *next_left(const struct checkup *k, const struct checkup *after,
				     size_t *from)
{
	while (*from < after->found.n) {
		const struct found *left = &after->found.v[(*from)++];

		if (left->severity == SEVERITY_ERROR && !again(k, left))
			return left;
	}
	return NULL;
}

/* A warning is not cured by an error. */
static bool is_worse(struct checkup *k, struct found *f, const struct checkup *after)
{
	size_t from = 0;
	const struct found *left = f->severity == SEVERITY_ERROR ? NULL :
		next_left(k, after, &from);

	if (left)
		FIND_ADVICE(k, f, LEAVE_AS_IT_IS,
			    SAY_PHRASE(what, phrase_keep(k->arena, left->what.words)));
	return left != NULL;
}

static void tell_left(struct checkup *k, struct found *f, const struct checkup *after)
{
	const struct found *left;
	size_t from = 0;

	while ((left = next_left(k, after, &from))) {
		char name[8];

		FIND_MORE(k, f, LEFT_AFTER_CURE, SAY(code, arena_printf(k->arena, "[%s]",
				finding_name(left->what.code, name))),
			  SAY_PHRASE(what, phrase_keep(k->arena, left->what.words)));
	}
}

/*
 * Every cure is applied to what is known and judged again before it is printed, those of the worse
 * findings first. What does not cure is no cure; what the ones before it cure needs none.
 */
static void judge_cures(struct checkup *k)
{
	const struct build *gives = NULL;
	struct steps done = { 0 };

	for (size_t i = 0; i < k->found.n; i++) {
		struct found *f = &k->found.v[i];
		struct steps all = { 0 };
		struct checkup after;

		if (f->severity == SEVERITY_NOTE || !foresee_can(&f->cure))
			continue;
		for (size_t n = 0; n < done.n; n++)
			ARRAY_ADD(k->arena, all) = done.v[n];
		for (size_t n = 0; n < f->cure.n; n++)
			ARRAY_ADD(k->arena, all) = f->cure.v[n];
		after = judge_after(k, &all, f->gives ? f->gives : gives);
		if (again(&after, f) || is_worse(k, f, &after)) {
			f->cure = (struct steps){ 0 };
			f->gives = NULL;
			if (!f->advice.form)
				FIND_ADVICE(k, f, NO_CURE_KNOWN);
			continue;
		}
		done = all;
		gives = f->gives ? f->gives : gives;
		if (f->manifest)
			f->advice = (struct phrase){ 0 };
		for (size_t n = i + 1; n < k->found.n; n++)
			if (k->found.v[n].severity != SEVERITY_NOTE &&
			    (foresee_can(&k->found.v[n].cure) ||
			     (f->manifest && k->found.v[n].asked)) &&
			    !again(&after, &k->found.v[n]))
				find_cured_with(k, &k->found.v[n], f->what.code);
		tell_left(k, f, &after);
	}
}

enum { GROUPS_MOST = 24 };

static bool is_judged(const struct checkup *k, const char *name)
{
	return name && (project_is_torch(name) || shelf_relative(k->shelf, name) ||
			env_matters(name) || strcmp(name, "pytorch-cpu") == 0);
}

/* The groups, extras and environments of files that ask for torch or what is made for it. */
static struct strings torch_groups(struct checkup *k)
{
	struct strings ret = { 0 };

	EACH_WHILE(const struct env_declared, d, k->env->declared, ret.n < GROUPS_MOST)
		if (d->group && (d->parsed || d->kind == DECLARED_LOCK) &&
		    strcmp(d->group, "build-system") != 0 && strcmp(d->group, "main") != 0 &&
		    is_judged(k, d->name) &&
		    !strings_has(&ret, d->group))
			strings_add(k->arena, &ret, d->group);
	return ret;
}

/* Everything judged once more, with one group, or in the jobs of one Python; NULL: of all. */
static struct checkup judge_group(struct checkup *k, const char *group, const char *python)
{
	const struct env *env = group ? selected_group(k->arena, k->env, group, k->platform) :
					k->env;
	struct checkup with = judge_anew(k, python ? selected_python(k->arena, env, python) : env,
					 NULL);

	cure_asked(&with);
	return with;
}

static bool asks_for_torch(const struct env_declared *d)
{
	return (d->parsed || d->kind == DECLARED_LOCK) &&
	       (project_is_torch(d->name) || project_is_conda_torch(d->name));
}

/* With that group; NULL: always. */
static bool names_torch(const struct checkup *k, const char *group)
{
	return ANY(d, k->env->declared, text_same(d->group, group) && asks_for_torch(d));
}

/* Its torch is one for the CPU, or for GPUs of another maker: a label or an index says so. */
static bool is_group_for_others(struct checkup *k, const char *group)
{
	const struct env *env = selected_group(k->arena, k->env, group, k->platform);
	bool ret = false;

	EACH(const struct env_declared, d, env->declared) {
		const char *variant = declared_label(k->arena, d);
		struct torch_place place;

		if (!d->parsed || d->group || d->kind != DECLARED_REQUIREMENT ||
		    !project_is_torch(d->name))
			continue;
		if (!variant && torch_place_of(k->arena, env, d, &place))
			variant = place.variant;
		ret |= variant && strncmp(variant, "cu", 2) != 0;
	}
	return ret;
}

struct strings checkup_torch_groups(struct checkup *k, bool all_of_them)
{
	struct strings all = { 0 }, ret = { 0 };

	EACH(const struct env_declared, d, k->env->declared) {
		if (!asks_for_torch(d))
			continue;
		if (!d->group || strcmp(d->group, "main") == 0)
			return ret;
		if (strcmp(d->group, "build-system") != 0)
			strings_add_once(k->arena, &all, d->group);
	}
	for (size_t i = 0; !all_of_them && find_first_gpu(k) && i < all.n; i++)
		if (!is_group_for_others(k, all.v[i]))
			strings_add(k->arena, &ret, all.v[i]);
	return ret.n ? ret : all;
}

/* What is always asked for has a torch, which fits. */
static bool fits_without(const struct checkup *k)
{
	return names_torch(k, NULL) && checkup_worst(k) != SEVERITY_ERROR;
}

/* It asks for the CPU or for GPUs of another maker, and says so. */
static bool is_for_others(const struct found *f)
{
	switch (f->what.words.form) {
	case FORM_ASKS_FOR_CPU_BUILD:
	case FORM_ASKS_FOR_CPU:
	case FORM_CPU_BESIDE_GPU:
	case FORM_INDEX_OF_OTHER_MAKER:
		return true;
	default:
		return false;
	}
}

/* Where one of several is for these GPUs, those for others are no mistake to mend, nor what brings
 * torch without any of them, where they alone name it. But a job of a workflow that finds no file
 * for its Python fails, whatever the others do; and uv and Poetry make one lock for all groups:
 * what never existed in one leaves none (docs.astral.sh/uv/concepts/resolution). */
static void only_warn(struct checkup *k, size_t from)
{
	bool jobs = ANY(d, k->env->declared, d->pythons.n), torch = names_torch(k, NULL);

	for (size_t i = 0; i < k->found.n; i++) {
		struct found *f = &k->found.v[i];

		if (i < from && (torch || !f->asked ||
				 (f->what.code != CP202 && f->what.code != CP203)))
			continue;
		if (is_for_others(f)) {
			f->severity = SEVERITY_NOTE;
			f->advice = (struct phrase){ 0 };
			f->cure = (struct steps){ 0 };
		} else if (f->severity == SEVERITY_ERROR && f->what.code != CP218 &&
			 f->what.code != CP216 && !(f->what.code == CP105 && jobs) &&
			 !(f->what.code == CP113 && k->by_project)) {
			f->severity = SEVERITY_WARNING;
			f->cure = (struct steps){ 0 };
			f->manifest = false;
		}
		f->edits.n = 0;
		f->asked = false;
	}
}

/* Said already of what is always asked for, or in the same words of another group. */
static bool is_repeated(const struct checkup *k, size_t from, const struct found *f)
{
	bool ret = false;

	for (size_t i = 0; i < k->found.n; i++) {
		const struct found *g = &k->found.v[i];
		bool other = i >= from && !find_same_words(&g->what.words, &f->what.words);

		ret |= find_is_same(g, f) && !other;
	}
	return ret;
}

/* Two groups ask for the same: what changes one of them leaves the other beside it. */
static void leave_cure(struct checkup *k, size_t from, const struct found *f)
{
	for (; from < k->found.n; from++)
		if (find_is_same(&k->found.v[from], f)) {
			k->found.v[from].cure = (struct steps){ 0 };
			k->found.v[from].gives = NULL;
			k->found.v[from].manifest = false;
		}
}

/* One is installed or another: each is judged by itself, beside what is always asked for. */
static void judge_groups(struct checkup *k)
{
	struct strings groups = k->groups = torch_groups(k);
	size_t from = k->found.n;
	bool one_fits = fits_without(k);

	for (size_t i = 0; i < groups.n; i++) {
		struct checkup with = judge_group(k, groups.v[i], NULL);

		one_fits |= names_torch(k, groups.v[i]) && checkup_worst(&with) != SEVERITY_ERROR;
		EACH(struct found, f, with.found) {
			if (is_repeated(k, from, f)) {
				leave_cure(k, from, f);
				continue;
			}
			FIND_MORE(k, f, ASKED_WITH_GROUP, SAY(name, groups.v[i]));
			ARRAY_ADD(k->arena, k->found) = *f;
		}
	}
	if (one_fits)
		only_warn(k, from);
}

/* What one group of lines, or those of none, finds with each Python of the jobs that install it. */
static void judge_pythons_of(struct checkup *k, const char *group, size_t from)
{
	struct strings pythons = { 0 };

	EACH(const struct env_declared, d, k->env->declared)
		if (text_same(d->group, group) && is_judged(k, d->name))
			strings_add_all(k->arena, &pythons, &d->pythons);
	strings_unique(&pythons);
	for (size_t i = 0; i < pythons.n && i < GROUPS_MOST; i++) {
		const char *job = arena_printf(k->arena, "%s%spython-version=%s",
					       group ? group : "", group ? ", " : "", pythons.v[i]);
		struct checkup with;

		if (text_same(pythons.v[i], k->env->python))
			continue;
		with = judge_group(k, group, pythons.v[i]);
		EACH(struct found, f, with.found) {
			if (is_repeated(k, from, f))
				continue;
			FIND_MORE(k, f, ASKED_WITH_GROUP, SAY(name, job));
			ARRAY_ADD(k->arena, k->found) = *f;
		}
	}
}

/* Each job of a workflow is run: what is wrong with one Python is wrong, if another fits or not. */
static void judge_pythons(struct checkup *k)
{
	size_t from = k->found.n;

	if (k->python_given)
		return;
	judge_pythons_of(k, NULL, from);
	for (size_t i = 0; i < k->groups.n; i++)
		judge_pythons_of(k, k->groups.v[i], from);
}

void checkup_run(struct checkup *k)
{
	run_checks(k);
	cure_asked(k);
	judge_groups(k);
	judge_pythons(k);
	sort_stable(k->found.v, k->found.n, sizeof *k->found.v, by_severity);
	once(k);
	judge_cures(k);
	check_unjudged(k);
}

void checkup_requirements(struct checkup *k)
{
	checkup_picks(k);
	check_declared(k);
	check_requirements(k);
}

enum severity checkup_worst(const struct checkup *k)
{
	enum severity worst = SEVERITY_NOTE;

	for (size_t i = 0; i < k->found.n; i++)
		if (k->found.v[i].severity > worst)
			worst = k->found.v[i].severity;
	return worst;
}

struct steps checkup_cleanup(struct checkup *k)
{
	return cure_cleanup(k);
}
