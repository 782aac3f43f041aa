#include "check/locked.h"

#include <string.h>

#include "base/span.h"
#include "fact/python.h"

enum { TRIES = 500 };

static bool is_there(const struct env_declared *d, const char *platform)
{
	if (d->kind != DECLARED_LOCK || !d->name || !d->version || d->editable)
		return false;
	if (d->group && strcmp(d->group, "main") != 0)
		return false;
	return !d->platform || strcmp(d->platform, "noarch") == 0 ||
	       strcmp(d->platform, platform) == 0;
}

static bool is_ambiguous(const struct env *env, const struct env_declared *d, const char *platform)
{
	for (size_t i = 0; i < env->declared.n; i++) {
		const struct env_declared *other = &env->declared.v[i];

		if (is_there(other, platform) && other->under_pip == d->under_pip &&
		    strcmp(other->name, d->name) == 0 && strcmp(other->version, d->version) != 0)
			return true;
	}
	return false;
}

static void add(struct arena *a, struct env *to, const struct env_declared *d)
{
	struct env_package *p = env_add(a, to, span_of(d->name), span_of(d->version),
					d->under_pip ? OWNER_PIP : OWNER_CONDA, d->origin);

	p->url = d->url;
	p->build = d->build;
	p->channel = d->under_pip ? NULL : d->index;
}

static void take_python(struct arena *a, struct env *to)
{
	const struct env_package *p = env_find(to, "python");
	struct python py;
	char text[PYTHON_TEXT];

	if (!to->python && p && python_parse(span_of(p->version), &py))
		to->python = arena_str(a, python_text(py, text));
}

static enum env_kind kind_of(const struct env *env)
{
	const char *file = env->source ? env->source : "";
	struct span s = span_of(file);

	return span_ends(s, "pixi.lock") ? ENV_PIXI : span_ends(s, "uv.lock") ? ENV_UV : env->kind;
}

static bool matters(const char *name)
{
	static const char *const names[] = { "python", "numpy", "mkl", "cpuonly", "cudatoolkit",
					     "cudnn", "libtorch" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(name, names[i]) == 0)
			return true;
	return env_matters(name);
}

/* Few names matter; a lock of thousands is gone through for each of those only. */
const struct env *locked_env(struct arena *a, const struct env *env, const char *platform)
{
	struct env *ret = arena_new(a, struct env);
	size_t tries = 0;

	if (env->packages.n)
		return env;
	*ret = *env;
	for (size_t i = 0; i < env->declared.n && tries < TRIES; i++) {
		const struct env_declared *d = &env->declared.v[i];

		if (is_there(d, platform) && matters(d->name) && ++tries &&
		    !is_ambiguous(env, d, platform))
			add(a, ret, d);
	}
	if (ret->packages.n == 0)
		return env;
	ret->kind = kind_of(env);
	take_python(a, ret);
	return ret;
}
