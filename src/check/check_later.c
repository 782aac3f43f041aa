/*
 * Commands one after the other, and the pip section of a conda file behind its packages: what a
 * later one does to the torch that an earlier one brings.
 */
#include <string.h>

#include "base/text.h"
#include "check/checks_private.h"
#include "check/declared.h"
#include "check/find_private.h"
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

	if (!p || (p->certain != PICK_EXACT && p->certain != PICK_ONE_OF))
		return NULL;
	for (size_t i = 1; i < p->candidates.n; i++)
		if (!text_same(p->candidates.v[i].version, p->candidates.v[0].version))
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
	for (size_t i = 0; p && i < p->n; i++)
		if (p->v[i].manager == MANAGER_PIP &&
		    strcmp(p->v[i].variant, place.variant) == 0 &&
		    (!best || p->v[i].rank > best->rank))
			best = &p->v[i];
	return best ? best->torch : NULL;
}

/* What a release asks of torch; NULL: nothing, or in some places only. */
static const struct requirement *asks_of_torch(const struct stock_file *f)
{
	return FIRST_OF(r, f->needs, project_is_torch(r->name) && !r->marker && r->set.n);
}

/* The newest release of PyPI that a line takes, with torch (NULL: any) kept. */
static const struct stock_file *newest(struct checkup *k, const struct env_declared *d,
				       const char *torch)
{
	size_t n = 0;
	const struct stock_file *f = k->shelf->stock ? stock_of(k->shelf->stock, d->name, &n) :
						       NULL;

	for (; n > 0; f++, n--) {
		const struct requirement *r = asks_of_torch(f);

		if (strcmp(f->dir, STOCK_PYPI) == 0 && lines_set_takes(&d->req.set, f->version) &&
		    (!torch || (r && lines_set_takes(&r->set, torch))))
			return f;
	}
	return NULL;
}

/*
 * pip takes the newest release of what is not there yet and asks what is there only then: a torch
 * that does not meet it is replaced. Source: pip's documentation, "Dependency Resolution".
 */
static void later(struct checkup *k, const struct env_declared *d)
{
	const struct env_declared *t = torch_before(k, d);
	const char *torch = t ? torch_of(k, t) : NULL;
	const struct stock_file *w = torch ? newest(k, d, NULL) : NULL, *fits;
	const struct requirement *need = w ? asks_of_torch(w) : NULL;
	struct found *f;

	if (!need || lines_set_takes(&need->set, torch))
		return;
	f = FIND_ASKED(k, CP212, d, LATER_REPLACES_TORCH, SAY(package, d->name),
		       SAY(version, w->version),
		       SAY(need, pep440_set_text(k->arena, &need->set)), SAY(have, torch));
	find_at(k, f, &t->origin);
	fits = newest(k, d, torch);
	if (fits)
		FIND_ADVICE(k, f, ASK_FOR_RELEASE, SAY(new, arena_printf(k->arena, "%s==%s",
			    d->name, fits->version)), SAY(have, torch));
	else
		FIND_ADVICE(k, f, ASK_TOGETHER, SAY(have, torch), SAY(package, d->name));
}

void check_later(struct checkup *k)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (takes_newest(k, &k->env->declared.v[i]))
			later(k, &k->env->declared.v[i]);
}
