/* Cures: plans of the resolver, and single steps by whoever changes the environment. */
#pragma once

#include "check/checkup.h"

/* Installs `b` in the place of the torch that is there. */
void cure_install(struct checkup *k, struct found *f, const struct build *b);
/* The build that changes least: the same torch, its minor release, any; NULL: none runs. */
const struct build *cure_build(struct checkup *k);
/* The newest that has that companion, torchvision or torchaudio; NULL: none runs. */
const struct build *cure_build_beside(struct checkup *k, const char *companion);
/* Companions anew, beside the torch that stays. */
void cure_companions(struct checkup *k, struct found *f);
/* One step by pip, uv, conda or pixi, by who owns the package. */
void cure_remove(struct checkup *k, struct found *f, enum env_owner owner,
		 const struct strings *names);
void cure_add(struct checkup *k, struct found *f, enum env_owner owner, const char *spec);
/* Packages of pip are written again, and nothing that they ask for. */
struct cure_packages {
	const struct env_package **v;
	size_t n, room;
};
void cure_again(struct checkup *k, struct found *f, const struct cure_packages *packages);
void cure_again_one(struct checkup *k, struct found *f, const struct env_package *p);
/* STEP_DELETE or STEP_DELETE_TREES. */
void cure_delete(struct checkup *k, struct steps *to, enum step_verb verb,
		 const struct strings *paths);
/* Removes every torch with what belongs to it, and installs one. */
struct steps cure_cleanup(struct checkup *k);
/* The answer of the resolver about torch of this version and CUDA ("2.5.1", "12.1"; NULL: any). */
bool cure_ask(struct checkup *k, const char *torch, const char *cuda, bool all,
	      struct answer *ret);

/* The answer to any wish; its installers are set. False: nothing can be asked. */
bool cure_answer(struct checkup *k, struct wish *wish, struct answer *ret);
/* The first plan with CUDA that serves everything; NULL: none. */
const struct plan *cure_first(const struct answer *answer);

/* cure_project.c: a step of a plan in a project, as the project needs it. */
void cure_project_step(struct checkup *k, struct steps *to, const struct step *step);
/* cure_asked.c: a cure for what is wrong with what its manifest asks for. */
void cure_asked(struct checkup *k);

/* Of cure_step.c, for cure.c. */

/* The manifest of a project of uv, or of a workspace of pixi, is changed for packages of pip. */
bool cure_in_manifest(const struct checkup *k);
/* Who changes the packages of pip, or of conda. */
enum installer cure_installer(const struct checkup *k, enum env_owner owner);
/* Adds a step; the specs may be NULL. The pointer is good until the next one. */
struct step *cure_step(struct checkup *k, struct steps *to, enum step_verb verb,
		       enum env_owner owner, const struct strings *specs);
/* Adds and removes packages by who owns them. */
void cure_add_of(struct checkup *k, struct steps *to, enum env_owner owner,
		 const struct strings *specs);
void cure_remove_of(struct checkup *k, struct steps *to, enum env_owner owner,
		    const struct strings *names);
