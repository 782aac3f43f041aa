/* Who owns torch, and what is left of others. */
#include <string.h>

#include "check/checkup_part.h"

static void both(struct checkup *k)
{
	const struct installed *t = &k->here;
	struct found *f = find(k, CP205,
			       "conda installed %s %s and pip torch %s into one "
			       "environment: the files of pip are imported, the libraries of conda "
			       "stay beside them",
			       t->conda->name, t->conda->version, t->pip->version);
	struct strings names = { 0 };

	if (strcmp(public_version(k->arena, t->conda->version), t->version) == 0)
		f->severity = SEVERITY_WARNING;
	find_package(k, f, t->conda);
	find_package(k, f, t->pip);
	for (size_t i = 0; i < k->env->packages.n; i++) {
		const struct env_package *p = &k->env->packages.v[i];

		if (is_pip(p) && (strcmp(p->name, "torch") == 0 ||
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

		if (!is_pip(p) || !p->location)
			continue;
		if (!first) {
			first = p;
			continue;
		}
		if (strcmp(first->location, p->location) == 0)
			continue;
		f = find(k, CP206, "Python finds torch %s in %s and torch %s in %s; the first one "
			 "on its path is imported", first->version, first->location, p->version,
			 p->location);
		find_package(k, f, first);
		find_package(k, f, p);
		advise(k, f, "remove the one that is not meant: %s; or set PYTHONNOUSERSITE=1",
		       p->user_site ? "python -m pip uninstall torch outside the environment" :
				      "its folder");
		return;
	}
}

void check_owners(struct checkup *k)
{
	if (k->here.pip && k->here.conda)
		both(k);
	twice(k);
}

static void folders(struct checkup *k)
{
	struct strings paths = { 0 };
	struct found *f;

	for (size_t i = 0; i < k->env->leftovers.n; i++)
		strings_add(k->arena, &paths, k->env->leftovers.v[i].path);
	if (paths.n == 0)
		return;
	f = find(k, CP207, "%zu folder%s of no installed package: what an uninstall or an "
		 "interrupted install left", paths.n, paths.n == 1 ? "" : "s");
	for (size_t i = 0; i < paths.n; i++) {
		struct origin o = { paths.v[i], 0, NULL };
		const char *argv[] = { "rm", "-r", "--", paths.v[i] };
		const char **copy = arena_array(k->arena, 4, sizeof *copy);

		find_at(k, f, &o);
		memcpy(copy, argv, sizeof argv);
		array_grow(k->arena, (void **)&f->cure.v, f->cure.n, &f->cure.room,
			   sizeof *f->cure.v);
		f->cure.v[f->cure.n++] = (struct command){ copy, 4 };
	}
}

static void damaged(struct checkup *k)
{
	for (size_t i = 0; i < k->env->packages.n; i++) {
		const struct env_package *p = &k->env->packages.v[i];
		struct found *f;

		if (!p->damaged || !env_matters(p->name))
			continue;
		f = find(k, CP217, "the record of %s is cut or has no METADATA", p->written);
		find_package(k, f, p);
		advise(k, f, "remove its folder, then install it again");
	}
}

void check_leftovers(struct checkup *k)
{
	folders(k);
	damaged(k);
}
