/* Requirements that cannot hold together: what each of them means for torch. */
#include "check/limits_private.h"

#include <string.h>

#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/torch_place_private.h"
#include "fact/platform.h"
#include "fact/project.h"

/* conda compiles a companion for torch of the same minor number: "==2.1.1" is "==2.1.*" there. */
static const char *minor_of(struct checkup *k, const char *spec)
{
	pair_t minor = strncmp(spec, "==", 2) == 0 ? pair_parse(spec + 2) : 0;

	return minor ? arena_printf(k->arena, "==%u.%u.*", minor / 100, minor % 100) : spec;
}

static const char *spec_of(struct checkup *k, const struct beside *b)
{
	return arena_printf(k->arena, "==%s", b->torch);
}

static bool takes_beside(struct checkup *k, const struct pep440_set *set, const struct beside *b)
{
	const char *pin = limits_pin(k, set);

	if (!strchr("<>=!~", *b->version))
		return limits_set_takes(set, b->version);
	return pin && installed_fits(k->arena, b->version, pin);
}

/*
 * The releases of torch that pin it, as they do triton (their METADATA), or that it was made for:
 * a patch release of torch keeps the interface, "torchcodec 0.9" goes with "torch 2.9".
 */
static void beside(struct checkup *k, struct limit *l, const char *package,
		   const struct pep440_set *set)
{
	const struct relative *r = shelf_relative(k->shelf, package);
	bool exact = r && r->served == SERVED_COMPILER;

	for (size_t i = 0; i < k->shelf->pairs.n; i++) {
		const struct beside *b = &k->shelf->pairs.v[i];

		if (strcmp(b->package, package) == 0 && b->version && takes_beside(k, set, b))
			limit_add(k, l, exact ? spec_of(k, b) : minor_of(k, spec_of(k, b)));
	}
}

/* Builds with CUDA for Linux name the triton that they take ("triton==3.4.0" in their METADATA);
 * those for the CPU or of another maker, and conda's, do not. */
static bool is_pinned_by_torch(struct checkup *k, const struct env_declared *d)
{
	const struct relative *r = shelf_relative(k->shelf, d->name);
	struct torch_place place;

	if (!r || r->served != SERVED_COMPILER || d->kind != DECLARED_REQUIREMENT ||
	    strcmp(k->platform, PLATFORM_LINUX) != 0)
		return false;
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *o = &k->env->declared.v[i];
		const char *label;

		if (!o->parsed || !project_is_torch(o->name))
			continue;
		label = o->kind == DECLARED_SPEC ? "conda" : declared_label(k->arena, o);
		if (!label && torch_place_of(k->arena, k->env, o, &place))
			label = place.variant;
		if (o->url || (label && strncmp(label, "cu", 2) != 0))
			return false;
	}
	return true;
}

static void through(struct checkup *k, struct limits *to, const struct env_declared *d,
		    const struct pep440_set *set, enum limits_of of)
{
	bool conda = d->kind == DECLARED_SPEC;
	const char *pin = limits_pin(k, set);
	struct limit l = {
		.from = d,
		.through = arena_printf(k->arena, "%s%s%s", d->name, pin ? " " : "",
					pin ? pin : pep440_set_text(k->arena, set)),
	};

	for (size_t i = 0; i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (of == LIMITS_SURE && !limits_are_closed(set))
			break;
		if (strcmp(w->package, d->name) == 0 &&
		    (pin ? pep440_cmp_text(span_of(w->version), span_of(pin)) == 0 :
			   limits_set_takes(set, w->version)))
			limit_add(k, &l, conda ? minor_of(k, w->torch) : w->torch);
	}
	if ((of == LIMITS_KNOWN || is_pinned_by_torch(k, d)) && l.any.n == 0 &&
	    limits_are_closed(set))
		beside(k, &l, d->name, set);
	limits_add(k, to, l);
}

/* The versions that a line asks for, in pip's words; false: it does not apply, or asks for none. */
static bool versions(struct checkup *k, const struct env_declared *d, struct pep440_set *ret)
{
	const char *text;
	struct err e;

	if (declared_applies(k->arena, d, k->python, k->platform)) {
		*ret = d->req.set;
		return true;
	}
	if (d->kind != DECLARED_SPEC || !d->parsed || !d->name || d->group)
		return false;
	text = conda_spec_pep440(k->arena, d->spec.f[CONDA_VERSION]);
	return text && *text && pep440_set_parse(k->arena, span_of(text), ret, &e) == 0;
}

bool limits_is_closed(struct checkup *k, const struct env_declared *d)
{
	struct pep440_set set;

	return versions(k, d, &set) && limits_are_closed(&set);
}

bool limits_predate(struct checkup *k, const struct env_declared *d)
{
	struct pep440_set set;

	return versions(k, d, &set) && limits_are_ancient(k, &set);
}

/* Every release that the only place which is searched has. */
static void add_place(struct checkup *k, struct limits *to, const struct torch_place *place)
{
	const struct platform_builds *p = catalogue_builds(k->c, k->platform);
	struct env_declared *d = arena_new(k->arena, struct env_declared);
	const struct build *first = NULL, *last = NULL;
	struct limit l = { .from = d };

	*d = (struct env_declared){ .name = "torch", .origin = place->origin };
	for (size_t i = 0; p && i < p->n; i++) {
		const struct build *b = &p->v[i];

		if (b->manager != MANAGER_PIP || strcmp(b->variant, place->variant) != 0)
			continue;
		limit_add(k, &l, arena_printf(k->arena, "==%s", b->torch));
		first = !first || b->rank < first->rank ? b : first;
		last = !last || b->rank > last->rank ? b : last;
	}
	if (!first)
		return;
	l.place = PHRASE(k->arena, LIMIT_OF_PLACE, SAY(variant, place->variant),
			 SAY(first, first->torch), SAY(last, first == last ? NULL : last->torch));
	limits_add(k, to, l);
}

/* Builds before a release are read, never planned: of those no limit is known. */
static void limit_place(struct checkup *k, const struct env_declared *d, struct limits *to)
{
	struct torch_place place;

	if (d->kind == DECLARED_REQUIREMENT && torch_place_of(k->arena, k->env, d, &place) &&
	    place.only && !place.preview && torch_place_is_planned(&place))
		add_place(k, to, &place);
}

/* The release that the wheel of a line's URL has. */
static void of_wheel(struct checkup *k, const struct env_declared *d, struct pep440_set *set)
{
	struct pep440_set one;
	struct err e;

	if (set->n == 0 && d->url && d->version &&
	    pep440_set_parse(k->arena, span_of(arena_printf(k->arena, "==%s", d->version)), &one,
			     &e) == 0)
		*set = one;
}

struct limits limits_collect(struct checkup *k, enum limits_of of)
{
	struct limits to = { 0 };

	limits_add_projects(k, &to);

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];
		struct limit l = { .from = d };
		struct pep440_set set;

		limits_add_wheel(k, &to, d);
		if (!versions(k, d, &set))
			continue;
		limits_add_pythons(k, &to, d, &set);
		if (!project_is_torch(d->name)) {
			if (of == LIMITS_KNOWN)
				of_wheel(k, d, &set);
			through(k, &to, d, &set, of);
			continue;
		}
		limit_add(k, &l, pep440_set_text(k->arena, &set));
		limits_add(k, &to, l);
		limit_place(k, d, &to);
	}
	return to;
}
