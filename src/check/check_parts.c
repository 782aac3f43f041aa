/* What the METADATA of the torch on disk asks for, and libraries that nobody's RECORD names. */
#include <string.h>

#include "check/checkup_part.h"
#include "install/command_part.h"

static bool in_prefix_of_conda(const struct checkup *k)
{
	return k->env->kind == ENV_CONDA || k->env->kind == ENV_PIXI;
}

/* A library of NVIDIA that METADATA asks for: "nvidia-cudnn-cu13==9.26.0.51; platform_system ==
 * 'Linux'"; with an extra, of those that go with it. */
static bool is_asked(struct checkup *k, const char *text, const char *extra,
		     struct requirement *ret)
{
	char python[PYTHON_TEXT];
	struct marker_env env;
	struct err e;

	if (requirement_parse(k->arena, span_of(text), ret, &e) != 0)
		return false;
	env = marker_env_of(k->python.major ? arena_str(k->arena, python_text(k->python, python))
					    : NULL, k->platform);
	env.v[MARKER_EXTRA] = extra;
	return requirement_applies(ret, &env) == MARKER_YES;
}

static bool is_nvidia(const struct requirement *r)
{
	return strncmp(r->name, "nvidia-", 7) == 0;
}

static void missing(struct checkup *k, const struct requirement *r)
{
	const char *set = r->set.n ? pep440_set_text(k->arena, &r->set) : "";
	struct strings spec = { 0 };
	struct found *f = find(k, strstr(r->name, "cudnn") ? CP210 : CP524,
			       "torch %s asks for %s%s, and it is not installed",
			       k->here.torch->version, r->name, set);

	find_package(k, f, k->here.torch);
	strings_add(k->arena, &spec, arena_printf(k->arena, "%s%s", r->name, set));
	cure_add(k, f, OWNER_PIP, &spec);
}

/* "cuda-toolkit[cublas,cudart]": since CUDA 13 it stands between torch and its libraries. */
static void through(struct checkup *k, const struct requirement *by)
{
	const struct env_package *p = env_find(k->env, by->name);
	struct requirement r;

	for (size_t x = 0; p && x < by->n_extras; x++)
		for (size_t i = 0; i < p->requires.n; i++)
			if (strstr(p->requires.v[i], by->extras[x]) &&
			    is_asked(k, p->requires.v[i], by->extras[x], &r) && is_nvidia(&r) &&
			    !env_find(k->env, r.name))
				missing(k, &r);
}

/* Beside pip's torch in a venv: conda may bring the same library under another name. */
void check_asked(struct checkup *k)
{
	const struct env_package *torch = k->here.pip;
	struct requirement r;

	if (!torch || torch != k->here.torch || in_prefix_of_conda(k))
		return;
	for (size_t i = 0; i < torch->requires.n; i++) {
		if (!is_asked(k, torch->requires.v[i], NULL, &r))
			continue;
		if (strcmp(r.name, "cuda-toolkit") == 0)
			through(k, &r);
		else if (is_nvidia(&r) && !env_find(k->env, r.name))
			missing(k, &r);
	}
}

static bool ends_with(const char *path, const char *end)
{
	size_t n = strlen(path), m = strlen(end);

	return n > m && path[n - m - 1] == '/' && strcmp(path + n - m, end) == 0;
}

static bool is_owned(const struct env *e, const char *path)
{
	for (size_t i = 0; i < e->packages.n; i++)
		for (size_t n = 0; n < e->packages.v[i].files.n; n++)
			if (ends_with(path, e->packages.v[i].files.v[n].path))
				return true;
	return false;
}

/* Only pip's records say who owns what. */
static bool has_records(const struct env *e)
{
	bool any = false;

	for (size_t i = 0; i < e->packages.n; i++) {
		const struct env_package *p = &e->packages.v[i];

		if (strncmp(p->name, "nvidia-", 7) != 0)
			continue;
		if (!p->has_record)
			return false;
		any = true;
	}
	return any;
}

/* Libraries below site-packages/nvidia that an uninstall or a copy left. */
void check_strays(struct checkup *k)
{
	struct strings argv = words(k->arena, "rm", "--", NULL);
	struct found *f = NULL;
	size_t n = 0;

	if (in_prefix_of_conda(k) || !has_records(k->env))
		return;
	for (size_t i = 0; i < k->env->libraries.n; i++) {
		const struct env_library *l = &k->env->libraries.v[i];

		if (!l->where || strcmp(l->where, "wheel") != 0 || l->target ||
		    is_owned(k->env, l->path))
			continue;
		if (!f)
			f = find(k, CP207, "libraries below nvidia that no package owns");
		find_at(k, f, &(struct origin){ l->path, 0, NULL });
		strings_add(k->arena, &argv, l->path);
		n++;
	}
	if (!f)
		return;
	f->cause = arena_printf(k->arena, "%zu librar%s below nvidia that no package owns", n,
				n == 1 ? "y" : "ies");
	command_put(k->arena, &f->cure, argv);
}

/* The package whose RECORD names the file; NULL: none does, or several. */
static const struct env_package *owner_of(const struct env *e, const char *path)
{
	const struct env_package *owner = NULL;

	for (size_t i = 0; i < e->packages.n; i++)
		for (size_t n = 0; n < e->packages.v[i].files.n; n++)
			if (ends_with(path, e->packages.v[i].files.v[n].path)) {
				if (owner && owner != &e->packages.v[i])
					return NULL;
				owner = &e->packages.v[i];
			}
	return owner;
}

/* "13.2" begins "13.2.86". */
static bool is_of(const char *told, const char *version)
{
	size_t n = strlen(told);

	return strncmp(told, version, n) == 0 && (version[n] == '.' || !version[n]);
}

/* A copy over it, or another package without a record, brought what is there. */
void check_told(struct checkup *k)
{
	for (size_t i = 0; i < k->env->libraries.n; i++) {
		const struct env_library *l = &k->env->libraries.v[i];
		const struct env_package *p = l->told && strcmp(l->where, "wheel") == 0 ?
			owner_of(k->env, l->path) : NULL;
		struct strings argv = words(k->arena, "--force-reinstall", "--no-deps", NULL);
		struct found *f;

		if (!p || !p->version || !is_pip(p) || is_of(l->told, p->version))
			continue;
		f = find(k, CP406, "%s is of version %s, its package %s of %s: something else was "
			 "put in its place", l->name, l->told, p->written, p->version);
		find_at(k, f, &(struct origin){ l->path, 0, NULL });
		find_package(k, f, p);
		strings_add(k->arena, &argv,
			    arena_printf(k->arena, "%s==%s", p->written, p->version));
		cure_add(k, f, OWNER_PIP, &argv);
	}
}
