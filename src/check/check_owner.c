/* Who owns torch and its libraries, and what is left of others. */
#include <string.h>

#include "base/dotted.h"
#include "check/checks_private.h"
#include "check/cure_private.h"
#include "check/find_private.h"
#include "check/installed_private.h"

static void both(struct checkup *k)
{
	const struct installed *t = &k->here;
	struct found *f = FIND(k, CP205, BOTH_OWN_TORCH, SAY(have, t->pip->version),
			       SAY(other, arena_printf(k->arena, "%s %s", t->conda->name,
						       t->conda->version)));
	struct strings names = { 0 };

	if (strcmp(installed_public(k->arena, t->conda->version), t->version) == 0)
		f->severity = SEVERITY_WARNING;
	find_package(k, f, t->conda);
	find_package(k, f, t->pip);
	EACH(const struct env_package, p, k->env->packages) {
		if (installed_is_pip(p) && (strcmp(p->name, "torch") == 0 ||
		    strcmp(p->name, "torchvision") == 0 || strcmp(p->name, "torchaudio") == 0))
			strings_add(k->arena, &names, p->written);
	}
	f->cure = cure_cleanup(k);
	if (f->cure.n == 0)
		cure_remove(k, f, OWNER_PIP, &names);
	f->replaces = true;
}

/* Two records of torch that Python can see: user site, system site, two folders. */
static void twice(struct checkup *k)
{
	size_t from = 0;
	const struct env_package *first = NULL, *p;

	while ((p = env_next(k->env, "torch", &from))) {
		struct found *f;

		if (!installed_is_pip(p) || !p->location)
			continue;
		if (!first) {
			first = p;
			continue;
		}
		if (strcmp(first->location, p->location) == 0)
			continue;
		f = FIND(k, CP206, TORCH_TWICE, SAY(have, first->version),
			 SAY(path, first->location), SAY(other, p->version),
			 SAY(elsewhere, p->location));
		find_package(k, f, first);
		find_package(k, f, p);
		if (p->user_site)
			FIND_ADVICE(k, f, REMOVE_FROM_USER_SITE);
		else
			FIND_ADVICE(k, f, REMOVE_ITS_FOLDER);
		return;
	}
}

void check_owners(struct checkup *k)
{
	if (k->here.pip && k->here.conda)
		both(k);
	twice(k);
}

static void damaged(struct checkup *k)
{
	EACH(const struct env_package, p, k->env->packages) {
		struct found *f;

		if (!p->damaged || !env_matters(p->name))
			continue;
		f = FIND(k, CP217, RECORD_DAMAGED, SAY(package, p->written));
		find_package(k, f, p);
		FIND_ADVICE(k, f, REMOVE_AND_INSTALL_AGAIN);
	}
}

void check_leftovers(struct checkup *k)
{
	struct strings paths = { 0 };
	struct found *f;

	for (size_t i = 0; i < k->env->leftovers.n; i++)
		strings_add(k->arena, &paths, k->env->leftovers.v[i].path);
	if (paths.n != 0) {
		f = FIND(k, CP207, FOLDERS_LEFT, SAY(count, fact_number(k->arena, paths.n)));
		for (size_t i = 0; i < paths.n; i++) {
			struct origin o = { .file = paths.v[i] };

			find_at(k, f, &o);
			cure_delete(k, &f->cure, STEP_DELETE_TREES,
				    &(struct strings){ &paths.v[i], 1, 0 });
		}
	}
	damaged(k);
}

static bool ends_with(const char *path, const char *end)
{
	size_t n = strlen(path), m = strlen(end);

	return n > m && path[n - m - 1] == '/' && strcmp(path + n - m, end) == 0;
}

/* Only pip's records say who owns what. */
static bool has_records(const struct env *e)
{
	bool any = false;

	EACH(const struct env_package, p, e->packages) {
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
	struct strings paths = { 0 };
	struct found *f;

	if (installed_by_conda(k->env) || !has_records(k->env))
		return;
	EACH(const struct env_library, l, k->env->libraries) {
		if (l->where == WHERE_WHEEL && !l->target &&
		    !ANY(p, k->env->packages, ANY(one, p->files, ends_with(l->path, one->path))))
			strings_add(k->arena, &paths, l->path);
	}
	if (!paths.n)
		return;
	f = FIND(k, CP207, LIBRARIES_STRAY, SAY(count, fact_number(k->arena, paths.n)));
	for (size_t i = 0; i < paths.n; i++)
		find_at(k, f, &(struct origin){ .file = paths.v[i] });
	cure_delete(k, &f->cure, STEP_DELETE, &paths);
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

/* What conda counted itself: a torch without its files is not imported. */
static void lost_files(struct checkup *k, const struct env_package *p)
{
	struct found *f = FIND(k, CP406, FILES_ARE_MISSING, SAY(package, p->written),
			       SAY(count, fact_number(k->arena, p->lost)));

	f->severity = env_matters(p->name) ? SEVERITY_ERROR : SEVERITY_WARNING;
	find_package(k, f, p);
	FIND_ADVICE(k, f, CONDA_WRITES_ANEW, SAY(package, p->written));
}

/* A copy over it, or another package without a record, brought what is there. */
void check_told(struct checkup *k)
{
	for (size_t i = 0; i < k->env->packages.n; i++)
		if (k->env->packages.v[i].lost)
			lost_files(k, &k->env->packages.v[i]);
	EACH(const struct env_library, l, k->env->libraries) {
		const struct env_package *p = l->told && l->where == WHERE_WHEEL ?
			owner_of(k->env, l->path) : NULL;
		struct found *f;

		if (!p || !p->version || !installed_is_pip(p) || dotted_begins(l->told, p->version))
			continue;
		f = FIND(k, CP406, LIBRARY_REPLACED, SAY(file, l->name), SAY(have, l->told),
			 SAY(package, p->written), SAY(need, p->version));
		find_at(k, f, &(struct origin){ .file = l->path });
		find_package(k, f, p);
		cure_again_one(k, f, p);
	}
}
