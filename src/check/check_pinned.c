/* Lines that pin torch and what was compiled for one, judged as what they would install. */
#include <string.h>

#include "check/checks_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/lines_solved_private.h"
#include "fact/project.h"
#include "fact/wheel.h"

/* What is taken for the line: "2.9.1+cu126" of "torch==2.9.1" beside the index of cu126; where that
 * is not known, what it pins. */
static const char *version_of(struct checkup *k, const struct env_declared *d)
{
	const char *text = d->req.set.n == 1 && declared_pin(k->arena, &d->req.set) ?
		pep440_set_text(k->arena, &d->req.set) : NULL;
	const struct pick *p = FIRST_OF(x, k->picks, !x->extra && x->certain == PICK_EXACT &&
		x->taken.version && installer_manager(x->installer) == MANAGER_PIP &&
		strcmp(x->name, d->name) == 0);

	if (p)
		return p->taken.version;
	return text && strncmp(text, "==", 2) == 0 && !strchr(text, '*') ? text + 2 : NULL;
}

/* Something is known of what it was made for: a torch, a CUDA, the oldest GPU. */
static bool is_known(const struct checkup *k, const char *name)
{
	return ANY(x, k->shelf->gpus, strcmp(x->package, name) == 0) ||
		shelf_may_have(k->shelf, name);
}

/* What a line names by its file; of torch and its companions the lines say it. */
static bool add_wheel(struct checkup *k, const struct env_declared *d, struct env *to)
{
	struct env_package *p;
	const char *name;
	struct wheel w;

	if (d->group || d->editable || !wheel_of_url(k->arena, d->url, &w) ||
	    (d->parsed && !declared_applies(k->arena, d, k->python, k->platform)))
		return false;
	name = project_name(k->arena, span_of(w.name));
	if (project_is_torch(name) || installed_is_companion(k, name) ||
	    (!w.torch && !is_known(k, name)))
		return false;
	p = env_add(k->arena, to, span_of(name), span_of(w.version), OWNER_PIP, d->origin);
	p->url = d->url;
	return true;
}

/* What each asks for, and the torch and CUDA of a wheel's name: it is weighed as lines are. */
static bool is_weighed(const struct env *env, const struct found *f)
{
	enum form form = f->what.words.form;

	if (f->what.code == CP209 || (f->what.code == CP204 && form != FORM_BESIDE_OTHER_VARIANT))
		return true;
	return (form == FORM_COMPILED_FOR_OTHER_TORCH || form == FORM_COMPILED_FOR_OTHER_CUDA) &&
		f->evidence.n && ANY(p, env->packages, p->url &&
				     f->evidence.v[0].line == p->origin.line &&
				     f->evidence.v[0].file == p->origin.file);
}

/* All that lines pin and something is known of, NULL where no torch is among it or nothing else;
 * `own_only`: the one torch alone. */
static struct env *pinned(struct checkup *k, bool own_only)
{
	struct env *ret = arena_new(k->arena, struct env);
	size_t torch = 0;
	bool more = false;

	*ret = *k->env;
	memset(&ret->packages, 0, sizeof ret->packages);
	memset(&ret->declared, 0, sizeof ret->declared);
	EACH(const struct env_declared, d, k->env->declared) {
		bool own = d->name && project_is_torch(d->name);
		const char *version;

		if (own_only && !own)
			continue;
		if (d->kind == DECLARED_REQUIREMENT && d->url && add_wheel(k, d, ret)) {
			more = true;
			continue;
		}
		if (d->kind != DECLARED_REQUIREMENT || d->url ||
		    !declared_applies(k->arena, d, k->python, k->platform) ||
		    !(own || env_matters(d->name) || is_known(k, d->name)))
			continue;
		version = version_of(k, d);
		if (!version)
			continue;
		torch += own;
		more |= !own;
		env_add(k->arena, ret, span_of(d->name), span_of(version), OWNER_PIP, d->origin);
	}
	return (own_only ? torch == 1 : torch && more) ? ret : NULL;
}

/* Pages for several torches are for one or another: which is taken a script decides. */
static bool has_link(struct checkup *k)
{
	const char *first = NULL, *torch;
	pair_t cuda;

	for (size_t i = 0; i < k->env->settings.n; i++) {
		torch = link_page_torch(k->arena, &k->env->settings.v[i], &cuda);
		if (first && torch && strcmp(first, torch) != 0)
			return false;
		first = first ? first : torch;
	}
	return first != NULL;
}

/*
 * Libraries of CUDA are found by the name of their major: what was compiled for 11.8 does not find
 * libcudart.so.11.0 beside a torch of CUDA 12, nor beside a CPU build.
 */
static void check_link(struct checkup *then, const struct env_setting *s)
{
	const struct installed *here = &then->here;
	struct found *f = NULL;
	pair_t cuda;
	const char *torch = link_page_torch(then->arena, s, &cuda);

	if (!torch)
		return;
	if (!installed_same_minor(torch, here->version))
		f = FIND(then, CP216, LINK_OF_OTHER_TORCH, SAY(url, s->value), SAY(need, torch),
			 SAY(have, here->torch->version));
	else if (cuda && (here->cpu || (here->cuda.major && here->cuda.major != cuda / 100)))
		f = FIND(then, CP216, LINK_OF_OTHER_CUDA, SAY(url, s->value),
			 SAY(need, pair_text(then->arena, cuda)), SAY(have, here->variant),
			 SAY(torch, here->torch->version));
	if (!f)
		return;
	find_at(then, f, &s->origin);
	find_package(then, f, here->torch);
	FIND_ADVICE(then, f, TAKE_LINK_OF_TORCH, SAY(torch, here->version),
		    SAY(have, here->variant));
}

static void check_links(struct checkup *then)
{
	if (!then->here.torch || then->here.preview)
		return;
	for (size_t i = 0; i < then->env->settings.n; i++)
		check_link(then, &then->env->settings.v[i]);
}

/* Lines are changed, and nothing is installed anew. */
static void take_pinned(struct checkup *k, const struct found *one)
{
	struct found *f = &ARRAY_ADD(k->arena, k->found);

	*f = *one;
	f->asked = true;
	for (size_t i = 0; i < one->cure.n; i++)
		if (one->cure.v[i].specs.n == 1)
			FIND_ADVICE(k, f, ASK_INSTEAD, SAY(line, one->cure.v[i].specs.v[0]));
	f->cure = (struct steps){ 0 };
}

static void judge_pinned(struct checkup *k, struct env *env, void (*check)(struct checkup *))
{
	struct checkup then;

	if (!env)
		return;
	then = checkup_make(k->arena, k->c, k->shelf, env, k->hosts);
	then.python = k->python;
	check(&then);
	for (size_t i = 0; i < then.found.n; i++)
		if (!is_weighed(env, &then.found.v[i]))
			take_pinned(k, &then.found.v[i]);
}

void check_pinned(struct checkup *k)
{
	if (k->here.torch || k->env->packages.n)
		return;
	judge_pinned(k, has_link(k) ? pinned(k, true) : NULL, check_links);
	judge_pinned(k, pinned(k, false), check_companions);
	judge_pinned(k, pinned(k, false), check_extensions);
}

const char *checkup_asked_release(struct arena *a, const struct env *e)
{
	EACH(const struct env_declared, d, e->declared) {
		const struct pep440_spec *pin = d->kind == DECLARED_REQUIREMENT && d->parsed &&
			!d->url && project_is_torch(d->name) ? pep440_set_pin(&d->req.set) : NULL;
		struct span text = pin ? pin->text : (struct span){ NULL, 0 }, release;

		if (pin && span_next(&text, '+', &release))
			return arena_span(a, release);
	}
	return NULL;
}
