/*
 * From a plan to the commands that carry it out, as argument vectors, and to those that undo it.
 * Nothing is quoted here: how a vector is written for a shell is the business of show/shell.h.
 */
#pragma once

#include "fact/env.h"
#include "plan/plan.h"

/* Where the user stands. */
enum stand {
	STAND_FRESH, /* nothing there, or a system Python that refuses pip (PEP 668): make one */
	STAND_VENV,  /* in a virtual environment */
	STAND_CONDA, /* in a conda environment that is not base */
};

struct ground {
	enum stand stand;
	struct python python;        /* of that environment; a plan for another one starts afresh;
	                              * major 0: not known, any will do */
	bool here;                   /* the plan is for the machine this runs on */
	const struct env *into;      /* the environment that was named; NULL: the active one */
	struct strings index_urls;   /* mirrors: of PyPI when they end in "/simple", else of whl/ */
	struct strings channels;     /* a URL that ends in a channel's name stands for it */
};

/* Name of the environment, and of its folder, that fresh plans make. */
#define ENV_NAME "torch"
#define ENV_FOLDER "torch-env"

/* Fills commands and undo of a plan. */
void command_fill(struct arena *a, const struct ground *g, struct plan *p);

/* Commands for an environment that was named with --env say so: it need not be the active one. */
void command_aim(struct arena *a, const struct env *env, const char *platform,
		 struct commands *to);
