/* What was read and understood, and is judged by no check all the same. */
#include <string.h>

#include "base/sort.h"
#include "base/strings.h"
#include "check/checks_private.h"
#include "check/declared.h"
#include "check/installed_private.h"
#include "check/torch_place_private.h"
#include "fact/project.h"
#include "know/spelling.h"

enum { LOOKED_UP = 1000, NAME_LEAST = 5 };

static void leave(struct checkup *k, struct origin origin, struct phrase why)
{
	ARRAY_ADD(k->arena, k->unjudged) = (struct env_problem){ why, origin };
}

static bool matters(const struct checkup *k, const char *name)
{
	return name && (project_is_torch(name) || shelf_relative(k->shelf, name) ||
			env_matters(name));
}

/* Its group was judged, beside what is always asked for. */
static bool is_of_group(const struct checkup *k, const struct env_declared *d)
{
	return d->group && d->name && ANY(x, k->groups, strcmp(*x, d->group) == 0);
}

/* A lock names each group's packages; those of the manifest are asked for with the group alone. */
static void leave_group(struct checkup *k, const struct env_declared *d)
{
	if (d->group && d->parsed && d->kind != DECLARED_LOCK && matters(k, d->name) &&
	    !is_of_group(k, d) && strcmp(d->group, "build-system") != 0)
		leave(k, d->origin, PHRASE(k->arena, LEFT_IN_GROUP, SAY(name, d->group)));
}

static bool is_release(const struct checkup *k, const char *version)
{
	return ANY(x, k->c->releases, strcmp(*x, version) == 0);
}

static bool is_same_line(const struct origin *a, const struct origin *b)
{
	return a->line == b->line && a->file == b->file;
}

static bool is_left(const struct checkup *k, const struct origin *o)
{
	const struct env_problem *last = k->unjudged.n ? &k->unjudged.v[k->unjudged.n - 1] : NULL;

	return last && is_same_line(&last->origin, o);
}

/* conda takes what its configuration names, and which that is stands elsewhere: builds of torch
 * differ by channel. */
static bool is_without_channel(const struct checkup *k, const struct env_declared *d)
{
	if (d->kind != DECLARED_SPEC || !d->parsed || d->spec.f[CONDA_CHANNEL] ||
	    d->spec.f[CONDA_BUILD] || d->url ||
	    k->env->channels.n || !matters(k, d->name))
		return false;
	return !ANY(x, k->env->settings, strstr(x->key, "channel"));
}

/* The matrix does not have it: nothing is known of its code and of what belongs beside it. Of
 * conda's release without its build nobody knows for which CUDA it is, or whether for any. */
static void leave_torch(struct checkup *k)
{
	struct origin o;

	if (!k->here.torch || k->here.build || k->here.preview)
		return;
	if (is_release(k, k->here.version) &&
	    (k->here.variant || k->here.torch->archs || k->here.torch->owner == OWNER_PIP))
		return;
	o = k->here.torch->origin;
	if (!o.text)
		o.text = installed_text(k->arena, k->here.torch);
	if (is_release(k, k->here.version))
		leave(k, o, PHRASE(k->arena, LEFT_WITHOUT_BUILD));
	else
		leave(k, o, PHRASE(k->arena, LEFT_NOT_IN_MATRIX,
				   SAY(version, k->here.torch->version)));
}

/* What a finding is about was judged, though a reader could not make a fact of it. */
static bool is_found(const struct checkup *k, const struct origin *o)
{
	return o->line && o->file && ANY(f, k->found, ANY(e, f->evidence, e->line == o->line &&
		e->file && strcmp(e->file, o->file) == 0));
}

/* It is none that is known, and a known name is one letter away; of short names many are. */
static const char *near(const struct checkup *k, const char *name)
{
	static const char *const torch[] = { "torch", "pytorch" };
	struct span s = span_of(name);

	if (s.n < NAME_LEAST || s.n > SPELLING_MAX || project_is_torch(name) ||
	    shelf_relative(k->shelf, name))
		return NULL;
	return FIRST_TELLS(t, ROWS(torch), spelling_distance(s, span_of(*t), 1) == 1, *t,
		FIRST_TELLS(x, k->shelf->family, strlen(x->package) >= NAME_LEAST &&
			    spelling_distance(s, span_of(x->package), 1) == 1, x->package, NULL));
}

/* A slip of the pen is taken for another package: nothing would be said of it. What is installed
 * is no slip: an index had it (gpytorch). */
static void leave_slip(struct checkup *k, const char *name, struct origin origin)
{
	const char *known = name && k->unjudged.n < LOOKED_UP ? near(k, name) : NULL;

	if (known && !is_found(k, &origin))
		leave(k, origin, PHRASE(k->arena, LEFT_NEAR, SAY(name, name), SAY(package, known)));
}

/* The places of nightly builds and release candidates change every day: none is in the matrix. */
static bool is_preview(const struct checkup *k, const struct env_declared *d,
		       struct torch_place *place)
{
	return d->parsed && !d->url &&
	       (project_is_torch(d->name) || shelf_relative(k->shelf, d->name)) &&
	       torch_place_of(k->arena, k->env, d, place) && place->preview &&
	       !is_found(k, &d->origin);
}

static void leave_preview(struct checkup *k, const struct env_declared *d)
{
	struct torch_place place;

	if (is_preview(k, d, &place) && project_is_torch(d->name))
		leave(k, d->origin, PHRASE(k->arena, LEFT_PREVIEW, SAY(variant, place.variant)));
}

/* A repository, a folder of one or an archive says itself what it asks for, and has no release. */
static void leave_source(struct checkup *k, const struct env_declared *d)
{
	if (d->kind == DECLARED_REQUIREMENT && d->url && strstr(d->url, "://") && !d->version &&
	    !is_left(k, &d->origin) && !is_found(k, &d->origin) &&
	    (!d->group || is_of_group(k, d)))
		leave(k, d->origin, PHRASE(k->arena, LEFT_SOURCE));
}

/* A torch is there, comes with what is asked for, or with what else is known to be left out. */
static bool has_torch(const struct checkup *k)
{
	if (k->here.torch || k->env->packages.n || k->env->images.n || k->picks.n ||
	    k->env->problems.n || k->unjudged.n || k->found.n)
		return true;
	return ANY(d, k->env->declared, d->name && (project_is_torch(d->name) ||
		   project_is_conda_torch(d->name) || shelf_relative(k->shelf, d->name)));
}

/* No line asks for torch; whether one brings it, the tables of what does may not say. */
static void leave_bringers(struct checkup *k)
{
	const struct env_declared *first = NULL;
	size_t n = 0, known;

	if (!k->shelf->stock || has_torch(k))
		return;
	EACH(const struct env_declared, d, k->env->declared) {
		if (d->name && (env_matters(d->name) ||
				stock_of(k->shelf->stock, d->name, &known) ||
				strcmp(d->name, "python") == 0 || strcmp(d->name, "pip") == 0))
			continue;
		first = first ? first : d;
		n++;
	}
	if (n == 1 && !first->name)
		leave(k, first->origin, PHRASE(k->arena, LEFT_SOURCE));
	else if (n == 1)
		leave(k, first->origin, PHRASE(k->arena, LEFT_MAY_BRING,
					       SAY(package, first->name)));
	else if (n)
		leave(k, first->origin, PHRASE(k->arena, LEFT_MAY_BRING_ONE,
					       SAY(count, fact_number(k->arena, n))));
}

void check_unjudged(struct checkup *k)
{
	for (size_t i = 0; i < k->env->problems.n; i++)
		if (i >= LOOKED_UP || !is_found(k, &k->env->problems.v[i].origin))
			ARRAY_ADD(k->arena, k->unjudged) = k->env->problems.v[i];
	leave_torch(k);
	for (size_t m = 0; m < k->env->declared.n; m++)
		leave_slip(k, k->env->declared.v[m].name, k->env->declared.v[m].origin);
	leave_bringers(k);
	EACH(const struct env_declared, d, k->env->declared) {
		leave_group(k, d);
		leave_preview(k, d);
		leave_source(k, d);
		if (is_without_channel(k, d) && !is_left(k, &d->origin) &&
		    !is_found(k, &d->origin))
			leave(k, d->origin, PHRASE(k->arena, LEFT_WITHOUT_CHANNEL));
	}
}

static void count_file(const struct checkup *k, struct strings *files, const struct origin *o)
{
	if (o->file)
		strings_add(k->arena, files, o->file);
}

/* Of 10,000 packages each has a file of its own, and most lines of a project one in common. */
static size_t distinct(struct strings *files)
{
	size_t n = 0;

	sort_stable(files->v, files->n, sizeof *files->v, strings_by_text);
	for (size_t i = 0; i < files->n; i++)
		n += !i || strcmp(files->v[i], files->v[i - 1]) != 0;
	return n;
}

static bool is_asked(const struct checkup *k, const struct env_declared *d)
{
	struct torch_place place;

	if (is_preview(k, d, &place))
		return false;
	if (d->kind == DECLARED_SPEC)
		return d->parsed && d->name && !d->group && !is_without_channel(k, d);
	return d->kind == DECLARED_LOCK || declared_applies(k->arena, d, k->python, k->platform);
}

/* An option of a command of which nothing else was judged. */
static bool is_of_left(const struct checkup *k, const struct origin *o)
{
	size_t n = k->unjudged.n < LOOKED_UP ? k->unjudged.n : LOOKED_UP;

	return o->line && ANY(u, LIST(k->unjudged.v, n), is_same_line(&u->origin, o)) &&
	       !ANY(d, k->env->declared, is_same_line(&d->origin, o) && is_asked(k, d)) &&
	       !is_found(k, o);
}

/* The value of a path's variable names itself; that of an index with a variable says nothing. */
static bool is_told(const struct checkup *k, const struct env_setting *s, bool any)
{
	/* Of what a file asks for, where it asks for nothing that is known. */
	if (!any && k->env->declared.n &&
	    (s->tool == SETTING_PROJECT || s->tool == SETTING_ENVIRONMENT))
		return false;
	return s->value && (s->tool == SETTING_VARIABLE || !strchr(s->value, '$')) &&
	       !is_of_left(k, &s->origin);
}

/* Much begins with torch's name, and only of what is known it is known what it asks of torch. */
static bool says_something(const struct checkup *k, const char *name)
{
	bool torch = strncmp(name, "torch", 5) == 0 || strncmp(name, "pytorch", 7) == 0;

	return shelf_relative(k->shelf, name) || project_is_torch(name) ||
	       (env_matters(name) && !torch);
}

/* The torch that comes with what is asked for is known. */
static bool picks_any(const struct checkup *k)
{
	const struct pick *p = check_pick_of(k, MANAGER_PIP);

	return p && p->certain != PICK_UNKNOWN && (p->taken.version || p->candidates.n);
}

/* A list of names of which none is known says nothing, however long it is; nor do python or numpy
 * alone. */
static bool names_any(const struct checkup *k)
{
	struct torch_place place;

	return picks_any(k) || ANY(d, k->env->declared, d->name && says_something(k, d->name) &&
				   !near(k, d->name) && !is_preview(k, d, &place));
}

struct judged checkup_judged(const struct checkup *k)
{
	const struct env *e = k->env;
	struct judged ret = { .packages = e->packages.n };
	bool any = names_any(k);
	struct strings files = { 0 };

	for (size_t i = 0; i < e->packages.n; i++)
		count_file(k, &files, &e->packages.v[i].origin);
	for (size_t i = 0; i < e->declared.n; i++)
		if (any &&
		    (is_asked(k, &e->declared.v[i]) || is_of_group(k, &e->declared.v[i]))) {
			ret.requirements++;
			count_file(k, &files, &e->declared.v[i].origin);
		}
	for (size_t i = 0; i < e->settings.n; i++)
		if (is_told(k, &e->settings.v[i], any)) {
			ret.settings++;
			count_file(k, &files, &e->settings.v[i].origin);
		}
	for (size_t i = 0; i < e->images.n; i++)
		if (shelf_image(k->shelf, e->images.v[i].image, e->images.v[i].tag)) {
			ret.others++;
			count_file(k, &files, &e->images.v[i].origin);
		}
	ret.others += e->offers.n + e->virtuals.n + e->libraries.n + e->leftovers.n;
	if (any || !e->declared.n)
		ret.others += e->channels.n;
	ret.files = distinct(&files);
	return ret;
}
