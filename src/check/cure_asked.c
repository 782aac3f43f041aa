/* The cure for what is wrong with what a manifest asks for. */
#include <string.h>

#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/setting_private.h"
#include "check/fix_private.h"
#include "plan/steps.h"

/* The line of the manifest that asks for it; NULL: none does. */
static const struct env_declared *line_of(struct checkup *k, const char *name)
{
	return FIRST_OF(d, k->env->declared, d->kind == DECLARED_REQUIREMENT && d->name &&
			!d->typed && strcmp(d->name, name) == 0 &&
			span_ends(span_of(d->origin.file), ".toml") &&
			declared_applies(k->arena, d, k->python, k->platform));
}

static bool keeps_pip(const struct checkup *k)
{
	return k->by_project || (k->env->kept && k->env->keeper == INSTALLER_PIXI);
}

/* That another build of torch cures, whatever else is said of it. */
static bool is_of_build(const struct found *f)
{
	enum finding_code code = f->what.code;

	return code == CP201 || code == CP202 || code == CP203 || code == CP218 ||
	       (code == CP309 && f->severity == SEVERITY_ERROR);
}

/* What is wrong with what a manifest asks for; the worst first. */
static struct found *worst(struct checkup *k)
{
	struct found *ret = NULL;

	EACH(struct found, f, k->found) {
		if (f->asked && f->severity != SEVERITY_NOTE && f->cure.n == 0 && is_of_build(f) &&
		    (!ret || f->severity > ret->severity))
			ret = f;
	}
	return ret;
}

/*
 * Poetry adds to extras of [project] from 2.0 on, by a way of its own: no words are known here. A
 * group for the CPU stays one.
 */
static bool can_add(const struct checkup *k, const struct found *f,
		    const struct env_declared *torch)
{
	if (!torch->asked_in)
		return true;
	return f->what.code != CP201 && (torch->group_kind == GROUP_DEV ||
	       (torch->group_kind == GROUP_EXTRA && k->env->keeper != INSTALLER_POETRY));
}

/* What stands in a group is taken out of it, and added to it. */
static void to_group(struct steps *steps, const struct env_declared *torch)
{
	EACH(struct step, s, *steps) {
		if (s->verb != STEP_ADD && s->verb != STEP_DROP)
			continue;
		s->group = torch->asked_in;
		s->extra = torch->group_kind == GROUP_EXTRA;
	}
}

/* Members of a workspace ask for it, and each would have to be changed. */
static bool in_several_files(struct checkup *k, const struct env_declared *torch)
{
	return ANY(d, k->env->declared, d->name && strcmp(d->name, "torch") == 0 &&
		   d->origin.file && declared_applies(k->arena, d, k->python, k->platform) &&
		   strcmp(d->origin.file, torch->origin.file) != 0);
}

/* "uv remove" leaves the sources of torch where another extra or group asks for it, and a second
 * entry beside them is no TOML. */
static bool keeps_sources(const struct checkup *k, const struct env_declared *torch)
{
	return setting_sources(k, "torch") && ANY(d, k->env->declared,
		d->kind == DECLARED_REQUIREMENT && d->name && strcmp(d->name, "torch") == 0 &&
		(d->group || (torch->asked_in && !d->asked_in)));
}

void cure_asked(struct checkup *k)
{
	struct found *f = keeps_pip(k) && !k->here.torch && line_of(k, "torch") &&
		find_first_gpu(k) ? worst(k) : NULL;
	struct ground g = { .stand = STAND_PROJECT, .python = k->python, .here = true };
	struct plan p;

	/* What is added changes no override. */
	if (!f || line_of(k, "torch")->overrides || keeps_sources(k, line_of(k, "torch")) ||
	    !can_add(k, f, line_of(k, "torch")) || in_several_files(k, line_of(k, "torch")) ||
	    !fix_target(k, false, &p))
		return;
	p.installer = cure_installer(k, OWNER_PIP);
	p.torchvision = line_of(k, "torchvision") ? p.torchvision : NULL;
	p.torchaudio = line_of(k, "torchaudio") ? p.torchaudio : NULL;
	g.into = k->env;
	plan_steps(k->arena, &g, &p);
	for (size_t i = 0; i < p.steps.n; i++)
		cure_project_step(k, &f->cure, &p.steps.v[i]);
	to_group(&f->cure, line_of(k, "torch"));
	f->gives = p.build;
	f->manifest = true;
}
