/*
 * Commands one after the other, and the pip section of a conda file behind its packages: what a
 * later one does to the torch that an earlier one brings.
 */
#include <string.h>

#include "base/text.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/lines_solved_private.h"
#include "check/torch_place_private.h"
#include "fact/project.h"

/* A command of pip's that takes the newest release of what it names. */
static bool takes_newest(struct checkup *k, const struct env_declared *d)
{
	return (d->typed || d->under_pip) && d->kind == DECLARED_REQUIREMENT && d->parsed &&
	       d->name && !d->url && !d->alone && !d->index && !d->with_torch &&
	       !lines_set_is_closed(&d->req.set) &&
	       declared_applies(k->arena, d, k->python, k->platform);
}

static bool is_before(const struct env_declared *a, const struct env_declared *b)
{
	return a->origin.file == b->origin.file &&
	       (b->under_pip ? a->kind == DECLARED_SPEC :
			       a->typed && a->origin.line < b->origin.line);
}

/* The line that brings torch, of commands above; NULL where a constraint or a later line does. */
static const struct env_declared *torch_before(const struct checkup *k,
					       const struct env_declared *d)
{
	const struct env_declared *ret = NULL;

	EACH(const struct env_declared, t, k->env->declared) {
		if (!project_is_torch(t->name) || !t->parsed || t->url)
			continue;
		if ((t->kind != DECLARED_REQUIREMENT && t->kind != DECLARED_SPEC) ||
		    !is_before(t, d))
			return NULL;
		ret = t;
	}
	return ret;
}

/* The torch that conda takes, of whichever build; NULL: not known. */
static const char *torch_of_conda(const struct checkup *k)
{
	const struct pick *p = check_pick_of(k, MANAGER_CONDA);

	if (!p || (p->certain != PICK_EXACT && p->certain != PICK_ONE_OF) ||
	    ANY(x, p->candidates, !text_same(x->version, p->candidates.v[0].version)))
		return NULL;
	return p->candidates.n ? p->candidates.v[0].version : p->taken.version;
}

/* What it pins or conda picks, or the newest that the one index has which it is bound to; NULL:
 * not known. */
static const char *torch_of(struct checkup *k, const struct env_declared *t)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	const char *pin = declared_pin(k->arena, &t->req.set);
	const struct build *best = NULL;
	struct torch_place place;

	if (t->kind == DECLARED_SPEC)
		return torch_of_conda(k);
	if (pin || t->req.set.n || !torch_place_of(k->arena, k->env, t, &place) || !place.only)
		return pin;
	EACH(const struct build, b, *p)
		if (b->manager == MANAGER_PIP && strcmp(b->variant, place.variant) == 0 &&
		    (!best || b->rank > best->rank))
			best = b;
	return best ? best->torch : NULL;
}

/* What a release asks of torch; NULL: nothing, or in some places only. */
static const struct requirement *asks_of_torch(const struct stock_file *f)
{
	return FIRST_OF(r, f->needs, project_is_torch(r->name) && !r->marker && r->set.n);
}

/* The libraries of a release were compiled against one torch, and METADATA does not say up to which
 * one they run. */
static bool is_bound_silently(struct checkup *k, const struct stock_file *f)
{
	return installed_release_compiled(k, f->package, f->version) &&
	       !requirement_is_bounded(installed_release_asks(k, f->package, f->version));
}

/* The newest release of PyPI that a line takes, with torch (NULL: any) kept; `silent`: of those
 * too that are bound to another in silence. */
static const struct stock_file *newest(struct checkup *k, const struct env_declared *d,
				       const char *torch, bool silent)
{
	size_t n = 0;
	const struct stock_file *f = k->shelf->stock ? stock_of(k->shelf->stock, d->name, &n) :
						       NULL;

	for (; n > 0; f++, n--) {
		const struct requirement *r = asks_of_torch(f);

		if (strcmp(f->dir, STOCK_PYPI) == 0 && lines_set_takes(&d->req.set, f->version) &&
		    (!torch || (r && lines_set_takes(&r->set, torch))) &&
		    (silent || !is_bound_silently(k, f)))
			return f;
	}
	return NULL;
}

/*
 * The torch that a release pins, where pip takes a build of it that runs here from PyPI; NULL: it
 * pins none, or a place is named that pip would have to leave.
 */
static const char *its_torch(struct checkup *k, const struct env_declared *t,
			     const struct requirement *need)
{
	const char *pin = t->kind == DECLARED_REQUIREMENT ? declared_pin(k->arena, &need->set) :
							    NULL;
	struct wish wish = { .python = k->python };
	struct torch_place place;
	struct answer answer;
	const struct plan *p;

	if (!pin || torch_place_of(k->arena, k->env, t, &place))
		return NULL;
	strings_add(k->arena, &wish.torch, arena_printf(k->arena, "==%s", pin));
	p = cure_answer(k, &wish, &answer) ? cure_first(&answer) : NULL;
	return p && p->build->is_default && !p->build->local ? pin : NULL;
}

/* What pip takes in the end: the torch of the lines above is not kept. */
static void pick_again(struct checkup *k)
{
	const struct env *all = k->env;
	struct env kept = *all;

	memset(&kept.declared, 0, sizeof kept.declared);
	EACH(const struct env_declared, d, all->declared)
		if (!project_is_torch(d->name) || d->kind == DECLARED_SPEC)
			ARRAY_ADD(k->arena, kept.declared) = *d;
	k->env = &kept;
	checkup_picks(k);
	k->env = all;
}

/*
 * pip takes the newest release of what is not there yet and asks what is there only then: a torch
 * that does not meet it is replaced. Source: pip's documentation, "Dependency Resolution".
 */
static void later(struct checkup *k, const struct env_declared *d)
{
	const struct env_declared *t = torch_before(k, d);
	const char *torch = t ? torch_of(k, t) : NULL, *pin;
	const struct stock_file *w = torch ? newest(k, d, NULL, true) : NULL, *fits;
	const struct requirement *need = w ? asks_of_torch(w) : NULL;
	struct found *f;
	size_t from;

	if (!need || lines_set_takes(&need->set, torch))
		return;
	f = FIND_ASKED(k, CP212, d, LATER_REPLACES_TORCH, SAY(package, d->name),
		       SAY(version, w->version),
		       SAY(need, pep440_set_text(k->arena, &need->set)), SAY(have, torch));
	find_at(k, f, &t->origin);
	fits = newest(k, d, torch, false);
	pin = fits ? NULL : its_torch(k, t, need);
	if (fits)
		FIND_ADVICE(k, f, ASK_FOR_RELEASE, SAY(new, arena_printf(k->arena, "%s==%s",
			    d->name, fits->version)), SAY(have, torch));
	else if (pin)
		FIND_ADVICE(k, f, ASK_FOR_ITS_TORCH, SAY(need, pin), SAY(package, d->name),
			    SAY(version, w->version));
	else if (newest(k, d, torch, true))
		FIND_ADVICE(k, f, NO_RELEASE_FOR_TORCH, SAY(package, d->name), SAY(have, torch));
	else
		FIND_ADVICE(k, f, ASK_TOGETHER, SAY(have, torch), SAY(package, d->name));
	pick_again(k);
	from = k->found.n;
	(void)check_picked(k, MANAGER_PIP, d, false);
	/* torch as it is asked for above is no cure of what replaces it. */
	for (size_t i = from; (fits || pin) && i < k->found.n; i++) {
		k->found.v[i].advice = (struct phrase){ 0 };
		find_cured_with(k, &k->found.v[i], CP212);
	}
}

void check_later(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (takes_newest(k, &k->env->declared.v[i]))
			later(k, &k->env->declared.v[i]);
}
