/* The Pythons that lines take: by the wheels that there are, by METADATA, by projects. */
#include <string.h>

#include "check/limits_private.h"

/* "3.10.4" is one of 3.10. */
static struct python_set of_pin(struct span version)
{
	struct python_set ret = { 0 };
	struct python p;

	if (python_parse(version, &p)) {
		python_set_add(&ret, p);
		p.free_threaded = true;
		python_set_add(&ret, p);
	}
	return ret;
}

static bool admits(struct checkup *k, const struct pep440_set *set, struct python p)
{
	const char *first = arena_printf(k->arena, "%u.%u.0", p.major, p.minor);
	const char *last = arena_printf(k->arena, "%u.%u.99", p.major, p.minor);

	return pep440_set_has(set, span_of(first), PEP440_PRE_NO) ||
	       pep440_set_has(set, span_of(last), PEP440_PRE_NO);
}

struct python_set limits_pythons_of(struct checkup *k, const char *specs)
{
	struct python_set all = limits_all_pythons(k), ret = { 0 };
	struct pep440_set set;
	struct err e;

	if (!specs || !*specs || pep440_set_parse(k->arena, span_of(specs), &set, &e) || !set.n)
		return ret;
	if (pep440_set_pin(&set))
		return of_pin(span_trim(pep440_set_pin(&set)->text));
	for (unsigned n = 0; n < 64; n++) {
		struct python p = { n / 2 ? 3 : 2, n / 2 ? (uint8_t)(n / 2) : 7, n & 1u };

		if (python_set_has(all, p) && admits(k, &set, p))
			python_set_add(&ret, p);
	}
	return ret;
}

static const char *named(struct checkup *k, const struct env_declared *d,
			 const struct pep440_set *set)
{
	const char *pin = limits_pin(k, set);

	return arena_printf(k->arena, "%s%s%s", d->name, pin ? " " : "",
			    pin ? pin : pep440_set_text(k->arena, set));
}

static bool on_platform(const struct checkup *k, const struct wheels_of *w)
{
	struct span rest = span_of(w->platforms), word;

	while (span_word(&rest, &word))
		if (span_is(word, k->platform))
			return true;
	return false;
}

/* The next patch, minor and major release of what is known may have a wheel for any Python. */
static bool takes_newer(struct checkup *k, const struct env_declared *d,
			const struct pep440_set *set)
{
	const char *last = NULL;
	unsigned v[3] = { 0 };

	for (size_t i = 0; i < k->shelf->wheels.n; i++) {
		const struct wheels_of *w = &k->shelf->wheels.v[i];

		if (strcmp(w->package, d->name) == 0 &&
		    (!last || pep440_cmp_text(span_of(last), span_of(w->version)) < 0))
			last = w->version;
	}
	if (!last || sscanf(last, "%u.%u.%u", &v[0], &v[1], &v[2]) < 2)
		return true;
	for (int i = 0; i < 3; i++) {
		const char *next = arena_printf(k->arena, "%u.%u.%u", v[0] + (i == 0),
						i ? v[1] + (i == 1) : 0, i > 1 ? v[2] + 1 : 0);

		if (pep440_set_has(set, span_of(next), PEP440_PRE_NO))
			return true;
	}
	return false;
}

/* Those for which a release that the line takes has a wheel there. */
static void add_wheels(struct checkup *k, struct limits *to, const struct env_declared *d,
		       const struct pep440_set *set)
{
	struct limit l = { .from = d, .through = named(k, d, set) };

	for (size_t i = 0; i < k->shelf->wheels.n; i++) {
		const struct wheels_of *w = &k->shelf->wheels.v[i];

		if (strcmp(w->package, d->name) != 0 || !on_platform(k, w) ||
		    !pep440_set_has(set, span_of(w->version), PEP440_PRE_NO))
			continue;
		l.pythons.gil |= w->pythons.gil;
		l.pythons.free |= w->pythons.free;
	}
	l.said = PHRASE(k->arena, LIMIT_OF_WHEELS, SAY(package, l.through),
			SAY(list, python_set_text(k->arena, l.pythons)));
	limits_add(k, to, l);
}

/* Requires-Python of the release that a line pins. */
static void add_metadata(struct checkup *k, struct limits *to, const struct env_declared *d,
			 const struct pep440_set *set)
{
	const char *pin = limits_pin(k, set);
	struct limit l = { .from = d, .through = named(k, d, set) };

	for (size_t i = 0; pin && i < k->shelf->asks_python.n; i++) {
		const struct asks_python *a = &k->shelf->asks_python.v[i];

		if (strcmp(a->package, d->name) != 0 || strcmp(a->version, pin) != 0)
			continue;
		l.pythons = limits_pythons_of(k, a->python);
		l.said = PHRASE(k->arena, LIMIT_ASKS_PYTHON, SAY(package, l.through),
				SAY(spec, a->python));
	}
	limits_add(k, to, l);
}

bool limits_needs_numpy_2(struct checkup *k, const struct pep440_set *set)
{
	const struct bound_of *b = shelf_bound(k->shelf, "numpy");
	bool some = false;

	for (size_t i = 0; b && i < k->shelf->wheels.n; i++) {
		const struct wheels_of *w = &k->shelf->wheels.v[i];

		if (strcmp(w->package, "numpy") != 0 ||
		    !pep440_set_has(set, span_of(w->version), PEP440_PRE_NO))
			continue;
		if (pair_parse(w->version) < pair_parse(b->below))
			return false;
		some = true;
	}
	return some;
}

/*
 * Older wheels of torch are compiled against NumPy 1; beside NumPy 2 they cannot exchange
 * arrays (CP118), and the plan asks for numpy<2.
 */
static void add_numpy(struct checkup *k, struct limits *to, const struct env_declared *d,
		      const struct pep440_set *set)
{
	struct limit l = { .from = d, .through = named(k, d, set) };
	const struct bound_of *b = shelf_bound(k->shelf, "numpy");

	if (!b || strcmp(d->name, "numpy") != 0 || !limits_needs_numpy_2(k, set))
		return;
	limit_add(k, &l, arena_printf(k->arena, ">=%s", b->torch));
	l.said = PHRASE(k->arena, LIMIT_OF_NUMPY, SAY(package, l.through), SAY(need, b->torch));
	limits_add(k, to, l);
}

void limits_add_pythons(struct checkup *k, struct limits *to, const struct env_declared *d,
			const struct pep440_set *set)
{
	if (set->n == 0)
		return;
	if (d->kind != DECLARED_SPEC && !takes_newer(k, d, set))
		add_wheels(k, to, d, set);
	if (d->kind != DECLARED_SPEC)
		add_metadata(k, to, d, set);
	add_numpy(k, to, d, set);
}

static void add_asked(struct checkup *k, struct limits *to, const struct origin *o,
		      const char *specs, bool project)
{
	struct env_declared *d = arena_new(k->arena, struct env_declared);
	struct limit l = { .from = d };

	if (!specs || !*specs)
		return;
	*d = (struct env_declared){ .name = "python", .origin = *o };
	l.through = arena_printf(k->arena, project ? "requires-python %s" : "python%s", specs);
	l.pythons = limits_pythons_of(k, specs);
	l.said = project ? PHRASE(k->arena, LIMIT_OF_PROJECT, SAY(spec, specs)) :
			   PHRASE(k->arena, LIMIT_OF_SPEC, SAY(package, l.through));
	limits_add(k, to, l);
}

void limits_add_projects(struct checkup *k, struct limits *to)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (strcmp(s->key, "requires-python") == 0)
			add_asked(k, to, &s->origin, s->value, true);
	}
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (d->kind == DECLARED_SPEC && d->parsed && d->name && !d->group &&
		    strcmp(d->name, "python") == 0 && d->spec.f[CONDA_VERSION])
			add_asked(k, to, &d->origin,
				  conda_spec_pep440(k->arena, d->spec.f[CONDA_VERSION]),
				  false);
	}
}

void limits_add_given(struct checkup *k, struct limits *to, struct python given)
{
	struct env_declared *d = arena_new(k->arena, struct env_declared);
	struct limit l = { .from = d };
	char text[PYTHON_TEXT];

	if (given.major == 0)
		return;
	*d = (struct env_declared){ .name = "python" };
	l.through = arena_printf(k->arena, "Python %s", python_text(given, text));
	python_set_add(&l.pythons, given);
	l.said = PHRASE(k->arena, LIMIT_OF_PYTHON, SAY(package, l.through));
	limits_add(k, to, l);
}
