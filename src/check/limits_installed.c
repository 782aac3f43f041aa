/* What packages that are there need, by their METADATA: torch, NumPy, Python. */
#include "check/limits_private.h"

#include <string.h>

#include "check/find_private.h"
#include "check/installed_private.h"
#include "fact/project.h"

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

	limit_add(k, &one, asks);
	limits_add(k, &own, one);
	for (size_t i = 0; own.n && i < l->n; i++) {
		struct found *f;

		if (limit_meets(&own.v[0], &l->v[i]))
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

/* What one package needs, as a limit that tells its name; false: it needs nothing of the kind. */
static bool of_torch(struct checkup *k, const struct env_package *p, struct limit *ret)
{
	const char *asks = installed_is_companion(k, p->name) ? NULL : installed_asks(k, p);

	*ret = (struct limit){ .through = arena_printf(k->arena, "%s %s", p->name, p->version) };
	if (asks)
		limit_add(k, ret, asks);
	return asks;
}

/* Wheels of torch before 2.3 cannot stand beside the NumPy that it needs. */
static bool of_numpy(struct checkup *k, const struct env_package *p, struct limit *ret)
{
	struct requirement r;

	if (!installed_requires(k, p, "numpy", &r) || !limits_needs_numpy_2(k, &r.set))
		return false;
	*ret = (struct limit){
		.through = arena_printf(k->arena, "%s %s (numpy%s)", p->name, p->version,
					pep440_set_text(k->arena, &r.set)) };
	ret->said = PHRASE(k->arena, LIMIT_OF_NUMPY, SAY(package, ret->through));
	limit_add(k, ret, arena_printf(k->arena, ">=%s", shelf_bound(k->shelf, "numpy")->torch));
	return true;
}

/* Requires-Python, and the NumPy that it needs, which has wheels for some. */
static bool of_python(struct checkup *k, const struct env_package *p, struct limit *ret)
{
	if (!p->requires_python)
		return false;
	*ret = (struct limit){
		.through = arena_printf(k->arena, "%s %s", p->name, p->version),
		.pythons = limits_pythons_of(k, p->requires_python) };
	ret->said = PHRASE(k->arena, LIMIT_ASKS_PYTHON, SAY(package, ret->through),
			   SAY(spec, p->requires_python));
	return true;
}

void limits_add_installed(struct checkup *k, struct limits *to, const struct env_package *p)
{
	struct limit l;

	/* conda's records ask in other words, for what conda installs. */
	if (p->owner == OWNER_CONDA || !p->version || is_declared(k, p->name) ||
	    project_is_torch(p->name))
		return;
	if (of_torch(k, p, &l))
		limits_add(k, to, l);
	if (of_numpy(k, p, &l))
		limits_add(k, to, l);
	if (of_python(k, p, &l))
		limits_add(k, to, l);
}
