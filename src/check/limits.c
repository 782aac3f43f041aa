/* Requirements that cannot hold together: what each of them means for torch. */
#include "check/limits_private.h"

#include <string.h>

#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/torch_place_private.h"
#include "fact/project.h"

const char *limits_pin(struct checkup *k, const struct pep440_set *set)
{
	const struct pep440_spec *pin = pep440_set_pin(set);

	return pin ? installed_public(k->arena, arena_span(k->arena, span_trim(pin->text))) : NULL;
}

/* "===1.7.1+cu110" compares texts; a release of the matrix has no label. */
static bool is_exact(enum pep440_op op)
{
	return op == PEP440_EQ || op == PEP440_SAME;
}

static bool set_takes(const struct pep440_set *set, const char *torch)
{
	for (size_t i = 0; i < set->n; i++) {
		struct pep440_set one = { &set->v[i], 1 };
		struct span text = set->v[i].text;
		ptrdiff_t plus = span_find_char(text, '+');

		if (plus > 0 && is_exact(set->v[i].op)) {
			if (pep440_cmp_text(span_trim(span_sub(text, 0, (size_t)plus)),
					    span_of(torch)) != 0)
				return false;
		} else if (!pep440_set_has(&one, span_of(torch), PEP440_PRE_YES)) {
			return false;
		}
	}
	return true;
}

bool limit_takes(const struct limit *l, const char *torch)
{
	for (size_t i = 0; i < l->any.n; i++)
		if (set_takes(&l->any.v[i], torch))
			return true;
	return false;
}

bool limits_take(const struct limits *l, const char *torch)
{
	for (size_t i = 0; i < l->n; i++)
		if (!limit_takes(&l->v[i], torch))
			return false;
	return true;
}

/* What is pinned below the first release of the matrix is not known there, and no mistake. */
static bool is_ancient(struct checkup *k, const struct pep440_set *set)
{
	struct span pin = set->n == 1 ? span_trim(set->v[0].text) : span_of("");

	if (span_ends(pin, ".*"))
		pin = span_sub(pin, 0, pin.n - 2);
	return pin.n && is_exact(set->v[0].op) && k->c->releases.n &&
	       pep440_cmp_text(pin, span_of(k->c->releases.v[0])) < 0;
}

static void add(struct checkup *k, struct limits *to, struct limit l)
{
	if (l.any.n == 0 || is_ancient(k, &l.any.v[0]))
		return;
	for (size_t i = 0; i < k->c->releases.n && i < LIMIT_WORDS * 64; i++)
		if (limit_takes(&l, k->c->releases.v[i]))
			l.taken[i / 64] |= 1ULL << i % 64;
	ARRAY_ADD(k->arena, *to) = l;
}

/* One more torch that will do. */
static void add_set(struct checkup *k, struct limit *l, const char *spec)
{
	struct pep440_set set;
	struct err e;

	if (pep440_set_parse(k->arena, span_of(spec), &set, &e) != 0 || set.n == 0)
		return;
	ARRAY_ADD(k->arena, l->any) = set;
	for (size_t i = 0; i < l->specs.n; i++)
		if (strstr(l->specs.v[i], spec))
			return;
	strings_add(k->arena, &l->specs, spec);
}

/* "==0.16.2", "==0.15.*": all releases of it are in the tables, newer ones are none. */
static bool is_closed(const struct pep440_set *set)
{
	for (size_t i = 0; i < set->n; i++)
		if (is_exact(set->v[i].op))
			return true;
	return false;
}

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
		return set_takes(set, b->version);
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
			add_set(k, l, exact ? spec_of(k, b) : minor_of(k, spec_of(k, b)));
	}
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

	for (size_t i = 0; (of == LIMITS_KNOWN || is_closed(set)) && i < k->shelf->wants.n; i++) {
		const struct wants_torch *w = &k->shelf->wants.v[i];

		if (strcmp(w->package, d->name) == 0 &&
		    (pin ? pep440_cmp_text(span_of(w->version), span_of(pin)) == 0 :
			   set_takes(set, w->version)))
			add_set(k, &l, conda ? minor_of(k, w->torch) : w->torch);
	}
	if (of == LIMITS_KNOWN && l.any.n == 0 && is_closed(set))
		beside(k, &l, d->name, set);
	add(k, to, l);
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

	return versions(k, d, &set) && is_closed(&set);
}

bool limits_predate(struct checkup *k, const struct env_declared *d)
{
	struct pep440_set set;

	return versions(k, d, &set) && is_ancient(k, &set);
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
		add_set(k, &l, arena_printf(k->arena, "==%s", b->torch));
		first = !first || b->rank < first->rank ? b : first;
		last = !last || b->rank > last->rank ? b : last;
	}
	if (!first)
		return;
	l.place = PHRASE(k->arena, LIMIT_OF_PLACE, SAY(variant, place->variant),
			 SAY(first, first->torch), SAY(last, first == last ? NULL : last->torch));
	add(k, to, l);
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

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];
		struct limit l = { .from = d };
		struct pep440_set set;

		if (!versions(k, d, &set))
			continue;
		if (!project_is_torch(d->name)) {
			if (of == LIMITS_KNOWN)
				of_wheel(k, d, &set);
			through(k, &to, d, &set, of);
			continue;
		}
		add_set(k, &l, pep440_set_text(k->arena, &set));
		add(k, &to, l);
		limit_place(k, d, &to);
	}
	return to;
}

/* Some release is taken by all of them; b and c may be NULL. */
static bool can_hold(const struct limit *a, const struct limit *b, const struct limit *c)
{
	for (size_t i = 0; i < LIMIT_WORDS; i++)
		if (a->taken[i] & (b ? b->taken[i] : ~0ULL) & (c ? c->taken[i] : ~0ULL))
			return true;
	return false;
}

/* "==2.0.0 or ==2.0.1" */
static struct fact specs_fact(struct arena *a, const struct limit *l)
{
	struct fact spec = SAY(spec, l->specs.n ? l->specs.v[0] : "");

	for (size_t i = 1; i < l->specs.n; i++) {
		struct fact list = spec;

		list.name = FACT_list;
		spec = (struct fact)SAY_PHRASE(spec, phrase_keep(a, PHRASE(a, LIST_OR, list,
							      SAY(last, l->specs.v[i]))));
	}
	return spec;
}

const struct phrase *limit_words(struct arena *a, const struct limit *l)
{
	if (l->place.form)
		return phrase_keep(a, l->place);
	if (l->through)
		return phrase_keep(a, PHRASE(a, LIMIT_THROUGH, SAY(package, l->through),
					     specs_fact(a, l)));
	return phrase_keep(a, PHRASE(a, LIMIT_OF_TORCH, specs_fact(a, l)));
}

static struct phrase conflict_words(struct checkup *k, const struct limit *a,
				    const struct limit *b, const struct limit *c)
{
	const size_t n = k->c->releases.n;

	if (b)
		return PHRASE(k->arena, LIMITS_EXCLUDE, SAY_PHRASE(limit, limit_words(k->arena, a)),
			      SAY_PHRASE(second, limit_words(k->arena, b)),
			      SAY_PHRASE(third, c ? limit_words(k->arena, c) : NULL));
	/* One that is older or newer than the matrix may exist all the same. */
	return PHRASE(k->arena, LIMIT_MET_BY_NONE, SAY_PHRASE(limit, limit_words(k->arena, a)),
		      SAY(first, n ? k->c->releases.v[0] : ""),
		      SAY(last, n ? k->c->releases.v[n - 1] : ""));
}

static void conflict(struct checkup *k, const struct limit *a, const struct limit *b,
		     const struct limit *c)
{
	struct found *f = find_new(k, CP218, conflict_words(k, a, b, c));

	f->asked = true;
	find_at(k, f, &a->from->origin);
	if (b)
		find_at(k, f, &b->from->origin);
	if (c)
		find_at(k, f, &c->from->origin);
	if (b)
		FIND_ADVICE(k, f, LOOSEN_ONE);
	else
		FIND_ADVICE(k, f, ASK_FOR_ONE_OF_THOSE);
}

static bool is_of_conda(const struct limit *l)
{
	return l->from->kind == DECLARED_SPEC;
}

/* torch from conda and torch from pip: CP205 says what comes of it; here each holds for its own. */
static bool is_twice(const struct limits *l)
{
	bool of[2] = { false, false };

	for (size_t i = 0; i < l->n; i++)
		if (!l->v[i].through && !l->v[i].place.form)
			of[is_of_conda(&l->v[i])] = true;
	return of[0] && of[1];
}

/* Those of one owner. */
static struct limits of_owner(struct checkup *k, const struct limits *l, bool conda)
{
	struct limits ret = { 0 };

	for (size_t i = 0; i < l->n; i++)
		if (is_of_conda(&l->v[i]) == conda)
			ARRAY_ADD(k->arena, ret) = l->v[i];
	return ret;
}

static bool conflicts(struct checkup *k, const struct limits *l)
{
	for (size_t i = 0; i < l->n; i++)
		if (!can_hold(&l->v[i], NULL, NULL)) {
			conflict(k, &l->v[i], NULL, NULL);
			return true;
		}
	for (size_t i = 0; i < l->n; i++)
		for (size_t j = i + 1; j < l->n; j++)
			if (!can_hold(&l->v[i], &l->v[j], NULL)) {
				conflict(k, &l->v[i], &l->v[j], NULL);
				return true;
			}
	for (size_t i = 0; i < l->n && l->n <= 64; i++)
		for (size_t j = i + 1; j < l->n; j++)
			for (size_t m = j + 1; m < l->n; m++)
				if (!can_hold(&l->v[i], &l->v[j], &l->v[m])) {
					conflict(k, &l->v[i], &l->v[j], &l->v[m]);
					return true;
				}
	return false;
}

bool limits_conflict(struct checkup *k, const struct limits *l)
{
	struct limits conda, pip;

	if (!is_twice(l))
		return conflicts(k, l);
	conda = of_owner(k, l, true);
	pip = of_owner(k, l, false);
	return conflicts(k, &conda) || conflicts(k, &pip);
}

static bool is_declared(const struct checkup *k, const char *name)
{
	for (size_t i = 0; i < k->env->declared.n; i++)
		if (k->env->declared.v[i].name && strcmp(k->env->declared.v[i].name, name) == 0)
			return true;
	return false;
}

/* Of the lines the first that this package cannot stand beside. */
static void left_behind(struct checkup *k, const struct limits *l, const struct env_package *p,
			const char *asks)
{
	struct limits own = { 0 };
	struct limit one = { .from = NULL };

	add_set(k, &one, asks);
	add(k, &own, one);
	for (size_t i = 0; own.n && i < l->n; i++) {
		struct found *f;

		if (can_hold(&own.v[0], &l->v[i], NULL))
			continue;
		f = FIND(k, CP209, INSTALLED_ASKS_FOR_OTHER, SAY(package, p->name),
			 SAY(version, p->version), SAY(asks, asks),
			 SAY_PHRASE(limit, limit_words(k->arena, &l->v[i])));
		f->severity = SEVERITY_WARNING;
		f->asked = true;
		find_package(k, f, p);
		find_at(k, f, &l->v[i].from->origin);
		FIND_ADVICE(k, f, CHANGE_TOGETHER);
		return;
	}
}

void limits_installed(struct checkup *k, const struct limits *l)
{
	for (size_t i = 0; l->n && i < k->env->packages.n; i++) {
		const struct env_package *p = &k->env->packages.v[i];
		const char *asks = installed_is_pip(p) && !installed_is_companion(k, p->name) ?
			installed_asks(k, p) : NULL;

		if (asks && p->version && !is_declared(k, p->name))
			left_behind(k, l, p, asks);
	}
}

void limits_add_installed(struct checkup *k, struct limits *to, const struct env_package *p)
{
	const char *asks = installed_is_pip(p) && !installed_is_companion(k, p->name) ?
		installed_asks(k, p) : NULL;
	struct limit l = { .from = NULL };

	if (!asks || !p->version || is_declared(k, p->name))
		return;
	l.through = arena_printf(k->arena, "%s %s", p->name, p->version);
	add_set(k, &l, asks);
	add(k, to, l);
}
