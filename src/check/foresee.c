/* What the steps of a cure leave: packages that go and come, files that are written again. */
#include "check/foresee_private.h"

#include <string.h>

#include "check/installed_private.h"
#include "fact/build.h"
#include "fact/project.h"

/* An environment of which packages and files can be changed without changing the first. */
static struct env copy_of(struct arena *a, const struct env *env)
{
	struct env to = *env;

	memset(&to.packages, 0, sizeof to.packages);
	memset(&to.libraries, 0, sizeof to.libraries);
	memset(&to.leftovers, 0, sizeof to.leftovers);
	for (size_t i = 0; i < env->packages.n; i++)
		ARRAY_ADD(a, to.packages) = env->packages.v[i];
	for (size_t i = 0; i < env->libraries.n; i++)
		ARRAY_ADD(a, to.libraries) = env->libraries.v[i];
	for (size_t i = 0; i < env->leftovers.n; i++)
		ARRAY_ADD(a, to.leftovers) = env->leftovers.v[i];
	memset(&to.declared, 0, sizeof to.declared);
	for (size_t i = 0; i < env->declared.n; i++)
		ARRAY_ADD(a, to.declared) = env->declared.v[i];
	to.available = TRI_UNKNOWN;
	return to;
}

/* Whose it is, is not always known: then either removes it. */
static bool is_of(const struct env_package *p, enum manager m)
{
	return m == MANAGER_CONDA ? !installed_is_pip(p) : p->owner != OWNER_CONDA;
}

/* What its record names goes with a package. */
static void take_files(struct checkup *k, struct env *e, const struct env_package *p)
{
	size_t n = 0;

	for (size_t i = 0; i < e->libraries.n; i++) {
		const char *path = e->libraries.v[i].path;
		bool own = false;

		for (size_t f = 0; p->location && f < p->files.n && !own; f++)
			own = strcmp(path, arena_printf(k->arena, "%s/%s", p->location,
							p->files.v[f].path)) == 0;
		if (!own)
			e->libraries.v[n++] = e->libraries.v[i];
	}
	e->libraries.n = n;
}

/* `anew`: another takes its place, and hides those of the base and of the user, which come later;
 * not those of PYTHONPATH, which come first. */
static void take_away(struct checkup *k, struct env *e, const char *name, enum manager m,
		      bool anew)
{
	size_t n = 0;

	EACH(const struct env_package, p, e->packages) {
		bool stays = anew ? p->elsewhere : installed_is_outside(p);

		if (strcmp(p->name, name) != 0 || !is_of(p, m) || stays)
			e->packages.v[n++] = *p;
		else if (e->libraries.n)
			take_files(k, e, p);
	}
	e->packages.n = n;
}

/* "torch==2.5.1+cu124", "numpy<2", "pytorch=2.5.1=py3.12_cuda12.4_0", "conda-forge::pytorch". */
static struct span take_name(struct span *spec)
{
	ptrdiff_t at = span_find(*spec, "::");
	struct span s = at >= 0 ? span_from(*spec, (size_t)at + 2) : *spec;
	size_t n = span_run_alnum(s, "-_.");

	*spec = span_trim(span_from(s, n));
	return span_sub(s, 0, n);
}

/* The version that a spec pins; nothing where it leaves a choice. */
static struct span pinned(struct span rest, struct span *build)
{
	struct span version;

	*build = (struct span){ NULL, 0 };
	if (!span_take(&rest, "=="))
		if (!span_take(&rest, "="))
			return *build;
	if (!span_next(&rest, '=', &version))
		return *build;
	*build = rest;
	return span_trim(version);
}

/* "cudnn" of "nvidia-cudnn-cu12"; since CUDA 13 all but a few share the folder "cu13". */
static bool is_in_folder_of(struct arena *a, const char *path, const char *package)
{
	struct span s = span_of(package);
	ptrdiff_t dash = span_rfind_char(s, '-');

	if (!span_take(&s, "nvidia-"))
		return false;
	if (dash > 7 && span_starts(span_from(s, (size_t)dash - 7), "-cu"))
		s = span_sub(s, 0, (size_t)dash - 7);
	return strstr(path, arena_printf(a, "/nvidia/" SPAN_FMT "/", SPAN_ARG(s))) ||
	       strstr(path, "/nvidia/cu13/");
}

/* A package that is written anew brings all of its libraries; those that lie there are its own. */
static void renew_libraries(struct checkup *k, struct env *e, const char *package)
{
	size_t n = 0;

	for (size_t i = 0; i < e->libraries.n; i++)
		if (e->libraries.v[i].where != WHERE_WHEEL ||
		    !is_in_folder_of(k->arena, e->libraries.v[i].path, package))
			e->libraries.v[n++] = e->libraries.v[i];
	e->libraries.n = n;
}

static void put(struct checkup *k, struct env *e, const struct step *s, const char *spec,
		const struct build *gives)
{
	struct span rest = span_of(spec), name = take_name(&rest), build, version;
	const char *plain = project_name(k->arena, name);
	bool conda = s->of == MANAGER_CONDA, torch = project_is_torch(plain);
	struct env_package *p;

	if (!name.n)
		return;
	version = pinned(rest, &build);
	take_away(k, e, plain, s->of, !conda);
	p = env_add(k->arena, e, name, version, conda ? OWNER_CONDA : OWNER_PIP,
		    (struct origin){ .text = spec });
	if (!version.n)
		p->version = NULL;
	for (size_t i = 0; torch && i < e->packages.n; i++)
		e->packages.v[i].lacks = NULL; /* of the torch that goes */
	p->installer = "pip";
	p->has_record = true;
	if (!conda)
		renew_libraries(k, e, plain);
	if (conda) {
		p->installer = NULL;
		p->build = build.n ? arena_span(k->arena, build) : gives && torch ? gives->build :
										     NULL;
		p->channel = gives && torch ? gives->channel : NULL;
	} else if (torch && gives && !p->local) {
		char text[CUDA_TEXT];

		p->cuda = gives->cuda.major ?
			arena_str(k->arena, cuda_version_text(gives->cuda, text)) : "none";
	}
}

/* The line of a project asks for that release, from the index that is named with it. */
static void ask(struct checkup *k, struct env *e, const struct step *s, const char *spec)
{
	struct span rest = span_of(spec), name = take_name(&rest);
	const char *plain = project_name(k->arena, name);

	EACH(struct env_declared, d, e->declared) {
		struct err err;

		if (d->kind != DECLARED_REQUIREMENT || d->typed || !d->name || d->group ||
		    strcmp(d->name, plain) != 0)
			continue;
		d->parsed = requirement_parse(k->arena, span_of(spec), &d->req, &err) == 0;
		d->text = spec;
		d->url = NULL;
		d->index = s->index_url;
	}
}

/* Which libraries come with another torch is its own matter: what it brings fits it. */
static void forget_libraries(struct checkup *k, struct env *e, const struct build *gives)
{
	size_t n = 0;

	if (!gives || (k->here.version && strcmp(gives->torch, k->here.version) == 0 &&
		       k->here.variant && strcmp(gives->variant, k->here.variant) == 0))
		return;
	EACH(const struct env_package, p, e->packages) {
		unsigned major = installed_nvidia_major(p);

		if (!(major && major == gives->cuda.major) && strcmp(p->name, "triton") != 0)
			e->packages.v[n++] = *p;
	}
	e->packages.n = n;
}

/* From a place that the step names: not the wheel that was there, though of the same release. */
static bool is_another_wheel(const struct step *s, const char *spec)
{
	return s->index_url || s->extra_index_url || s->find_links || strstr(spec, " @ ");
}

/* Written again as its record has them: nothing is missing, nothing is another's. */
static void write_again(struct checkup *k, struct env *e, const struct step *s, const char *spec)
{
	struct span rest = span_of(spec), name = take_name(&rest);
	const char *plain = project_name(k->arena, name);

	EACH(struct env_package, p, e->packages) {
		struct env_file *own;

		if (strcmp(p->name, plain) != 0 || !installed_is_pip(p) || installed_is_outside(p))
			continue;
		if (is_another_wheel(s, spec))
			p->needs_cuda = p->lacks = NULL;
		own = arena_array(k->arena, p->files.n + 1, sizeof *own);
		for (size_t f = 0; f < p->files.n; f++)
			own[f] = (struct env_file){ p->files.v[f].path, false };
		p->files.v = own;
		p->files.room = p->files.n;
		p->damaged = false;
	}
	renew_libraries(k, e, plain);
}

static bool is_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	return strncmp(path, folder, n) == 0 && (path[n] == '/' || !path[n]);
}

static void delete_path(struct env *e, const char *path)
{
	size_t n = 0;

	for (size_t i = 0; i < e->libraries.n; i++)
		if (!is_below(e->libraries.v[i].path, path))
			e->libraries.v[n++] = e->libraries.v[i];
	e->libraries.n = n;
	n = 0;
	for (size_t i = 0; i < e->leftovers.n; i++)
		if (!is_below(e->leftovers.v[i].path, path))
			e->leftovers.v[n++] = e->leftovers.v[i];
	e->leftovers.n = n;
}

static void take_step(struct checkup *k, struct env *e, const struct step *s,
		      const struct build *gives)
{
	for (size_t i = 0; i < s->specs.n; i++) {
		const char *spec = s->specs.v[i];

		if (s->verb == STEP_REMOVE)
			take_away(k, e, project_name(k->arena, span_of(spec)), s->of, false);
		else if (s->verb == STEP_REINSTALL || s->anew == ANEW_ALONE)
			write_again(k, e, s, spec);
		else if (s->verb == STEP_INSTALL || (s->verb == STEP_ADD && e->packages.n))
			put(k, e, s, spec, gives);
		else if (s->verb == STEP_DELETE || s->verb == STEP_DELETE_TREES)
			delete_path(e, spec);
		if (s->verb == STEP_ADD && s->of == MANAGER_PIP)
			ask(k, e, s, spec);
	}
}

bool foresee_can(const struct steps *cure)
{
	return EVERY(x, *cure, x->verb != STEP_SYNC) && cure->n > 0;
}

struct env foresee_env(struct checkup *k, const struct env *env, const struct steps *cure,
		       const struct build *gives)
{
	struct env to = copy_of(k->arena, env);

	if (gives && gives->manager == MANAGER_PIP)
		forget_libraries(k, &to, gives);
	for (size_t i = 0; i < cure->n; i++)
		take_step(k, &to, &cure->v[i], gives);
	return to;
}
