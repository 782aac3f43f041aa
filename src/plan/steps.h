/*
 * From a plan to the steps that carry it out where the user stands, and to those that undo it; and
 * what conda is asked for, for files that ask it.
 */
#pragma once

#include "fact/step.h"
#include "fact/tools.h"
#include "know/mirror.h"
#include "plan/plan.h"

/* Where the user stands. */
enum stand {
	STAND_FRESH,   /* nothing there, or a system Python that refuses pip (PEP 668): make one */
	STAND_VENV,    /* in a virtual environment */
	STAND_CONDA,   /* in a conda environment that is not base */
	STAND_PROJECT, /* in a project of the plan's installer: its manifest is changed */
};

struct ground {
	enum stand stand;
	struct python python;        /* of that environment; a plan for another one starts afresh;
	                              * major 0: not known, any will do */
	const struct tools *tools;   /* of this machine; NULL: the plan is for another */
	bool here;                   /* the plan is for the machine this runs on */
	const struct env *into;      /* the environment that was given; NULL: the active one */
	struct strings rest_pip, rest_conda; /* the same, line by line, in the words of either */
	struct strings rest_options; /* of pip, in its words: where the rest comes from, how */
	struct strings rest_channels;        /* that conda's of them come from */
	bool apart;                  /* lines stand for files, without those that the plan breaks */
	struct strings lines;        /* of requirements, for installers that read no such files */
	struct strings requirements; /* files that ask for more than torch and its companions */
	const struct env *before;    /* what is installed there; NULL: not looked for */
	const char *index;           /* the PyTorch index, as the catalogue has it; NULL: no build
	                              * is looked for there */
	struct strings index_urls;   /* mirrors: of PyPI when they end in "/simple", else of whl/ */
	struct strings channels;     /* a URL that ends in a channel's name stands for it */
	const struct mirrors *mirrors; /* that are known; NULL with .mirror */
	const char *mirror;          /* all comes from it that it has; NULL: none was asked for */
	const char *channel_mirror;  /* the same of conda's */
};

/* The mirror that PyPI comes from; NULL: PyPI itself. */
const char *plan_pypi(const struct ground *g);

/* The local version that torch or a companion of it has in a plan, "+cu118"; "": none. */
const char *plan_label(const struct plan *p, const char *package);

/* Fills steps and undo of a plan. */
void plan_steps(struct arena *a, const struct ground *g, struct plan *p);

/* torch and its companions as specs of conda. `exact` joins name and version: "=", "==". */
void plan_conda_specs(struct arena *a, const struct plan *p, const char *exact,
		      struct strings *to);
/* An extension as pip is asked for it, and where that is: `to` gets both. */
void plan_package_step(struct arena *a, const struct plan_package *x, struct step *to);
/* The channels that the build needs, in order. */
struct strings plan_conda_channels(struct arena *a, const struct ground *g,
				   const struct build *b);
