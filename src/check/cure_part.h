/* What the writers of cures share; for check/cure*.c only. */
#pragma once

#include "check/checkup_part.h"

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
