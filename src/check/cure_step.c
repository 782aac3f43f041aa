/* Steps of cures, by whoever changes the environment. */
#include "check/cure_private.h"

enum installer cure_installer(const struct checkup *k, enum env_owner owner)
{
	enum installer usual = installer_usual(MANAGER_PIP);

	if (owner == OWNER_CONDA)
		return k->conda;
	if (k->by_project)
		return k->env->keeper;
	if (installer_manager(k->installer) == MANAGER_PIP && k->installer != usual)
		return k->installer;
	return k->env->kind == ENV_PIXI || (k->env->kept && k->env->keeper == INSTALLER_PIXI) ?
		INSTALLER_PIXI : usual;
}

/*
 * uv keeps the environment of a project as its lock says: what is not asked for goes by itself.
 * Others too: the wheels there are those of the lock, and there need not be a pip.
 */
bool cure_in_manifest(const struct checkup *k)
{
	return k->by_project || installer_place(cure_installer(k, OWNER_PIP)) == PLACE_PROJECT;
}

/* The manifest is changed, and what is installed follows. */
static bool in_manifest(const struct checkup *k, enum env_owner owner)
{
	return owner == OWNER_CONDA ? installer_place(k->conda) == PLACE_PROJECT :
				      cure_in_manifest(k);
}

struct step *cure_step(struct checkup *k, struct steps *to, enum step_verb verb,
		       enum env_owner owner, const struct strings *specs)
{
	struct step *s = &ARRAY_ADD(k->arena, *to);

	*s = (struct step){
		.verb = verb, .by = cure_installer(k, owner), .place = k->place, .sure = true,
		.of = owner == OWNER_CONDA ? MANAGER_CONDA : MANAGER_PIP,
	};
	if (specs)
		s->specs = *specs;
	return s;
}

/* What is asked for of torch's family is written anew with the manifest; the rest is what its lock
 * does not name. */
void cure_remove_of(struct checkup *k, struct steps *to, enum env_owner owner,
		    const struct strings *names)
{
	if (names->n == 0)
		return;
	if (owner == OWNER_CONDA || !cure_in_manifest(k))
		cure_step(k, to, STEP_REMOVE, owner, names);
	else if (!EVERY(x, *names, shelf_relative(k->shelf, *x)))
		cure_step(k, to, STEP_SYNC, owner, NULL);
}

void cure_remove(struct checkup *k, struct found *f, enum env_owner owner,
		 const struct strings *names)
{
	cure_remove_of(k, &f->cure, owner, names);
}

void cure_add_of(struct checkup *k, struct steps *to, enum env_owner owner,
		 const struct strings *specs)
{
	if (specs->n)
		cure_step(k, to, in_manifest(k, owner) ? STEP_ADD : STEP_INSTALL, owner, specs);
}

void cure_add(struct checkup *k, struct found *f, enum env_owner owner, const char *spec)
{
	struct strings specs = { 0 };

	strings_add(k->arena, &specs, spec);
	cure_add_of(k, &f->cure, owner, &specs);
}

void cure_again(struct checkup *k, struct found *f, const struct cure_packages *packages)
{
	bool manifest = cure_in_manifest(k);
	bool plain = manifest && cure_installer(k, OWNER_PIP) != INSTALLER_POETRY;
	struct strings specs = { 0 };

	for (size_t i = 0; i < packages->n; i++) {
		const struct env_package *p = packages->v[i];

		strings_add(k->arena, &specs, plain || !p->version ? p->written :
			    arena_printf(k->arena, "%s==%s", p->written, p->version));
	}
	if (manifest)
		cure_step(k, &f->cure, STEP_REINSTALL, OWNER_PIP, &specs);
	else
		cure_step(k, &f->cure, STEP_INSTALL, OWNER_PIP, &specs)->anew = ANEW_ALONE;
}

void cure_again_one(struct checkup *k, struct found *f, const struct env_package *p)
{
	cure_again(k, f, &(struct cure_packages){ &p, 1, 1 });
}

void cure_delete(struct checkup *k, struct steps *to, enum step_verb verb,
		 const struct strings *paths)
{
	if (paths->n)
		cure_step(k, to, verb, OWNER_PIP, paths);
}
