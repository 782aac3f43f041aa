/* Cures: plans of the resolver, and single commands in the words of who changes things there. */
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
/* One command: pip, uv or conda, by who owns the package. */
void cure_remove(struct checkup *k, struct found *f, enum env_owner owner,
		 const struct strings *names);
void cure_add(struct checkup *k, struct found *f, enum env_owner owner,
	      const struct strings *specs);
/* Removes every torch with what belongs to it, and installs one. */
struct commands cure_cleanup(struct checkup *k);
/* The answer of the resolver about torch of this version and CUDA ("2.5.1", "12.1"; NULL: any). */
bool cure_ask(struct checkup *k, const char *torch, const char *cuda, bool all,
	      struct answer *ret);

/* The answer to any wish; its installers are set. False: nothing can be asked. */
bool cure_answer(struct checkup *k, struct wish *wish, struct answer *ret);
/* The first plan with CUDA that serves everything; NULL: none. */
const struct plan *cure_first(const struct answer *answer);

/* Of cure_words.c, for cure.c. */

/* torch, and what is installed with it and bound to it. */
bool cure_is_family(const char *name);
/* uv changes the environment; that of a project of uv; that of a workspace of pixi. */
bool cure_by_uv(const struct checkup *k);
bool cure_in_project(const struct checkup *k);
bool cure_in_workspace(const struct checkup *k);
/* "python -m pip install", "uv pip install", or what adds to the manifest. */
struct strings cure_install_words(struct checkup *k);
/* The words and the names as one command; none where there are no names. */
void cure_put(struct checkup *k, struct commands *to, struct strings argv,
	      const struct strings *names);
/* Removes packages by who owns them. */
void cure_remove_of(struct checkup *k, struct commands *to, enum env_owner owner,
		    const struct strings *names);
