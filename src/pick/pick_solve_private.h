/*
 * Among the files that are known, the first set that meets all lines, in the order in which an
 * installer tries them: the lines as they stand, pinned ones before others, each package from the
 * newest on. pip and uv differ in the places that a package may come from: pick_place_of.
 */
#pragma once

#include "pick/pick.h"

struct pick_wanted {
	const char *name;
	const struct pep440_set *set;
	const char *index;     /* URL that it must come from; NULL: any place of the ask */
	bool only_bounds;      /* a constraint: asks for nothing by itself */
	bool overrides;
	const struct requirement *req; /* with its extras */
	const struct ask_spec *from; /* the line; NULL: METADATA asks */
};

struct pick_chosen {
	const struct stock_file *v[64];
	size_t n;
};

struct pick_solve {
	struct arena *arena;
	const struct pick_of *of;
	const struct ask *ask;
	struct python python;
	struct python until;   /* Poetry: METADATA takes all from python to that one, whatever files
				* there are; major 0: a file for that Python counts */
	struct ask_place pypi; /* that is asked where no other place stands for it */
	struct marker_env env;
	ARRAY(struct pick_wanted) wanted;
	struct pick_chosen chosen;
	unsigned tries;
	bool over;             /* given up */
};

/* True: found; chosen holds the files. */
bool pick_solve_run(struct pick_solve *s);

/* The lines that nothing meets together: without any of them something would. They are the ask
 * from then on. */
const char *pick_solve_conflict(struct pick_solve *s, size_t *n);
/* What the newest release that one of these lines takes needs, and another excludes: *ret_item,
 * "torch 2.9.1". NULL: nothing so plain. */
const char *pick_solve_excluded(const struct pick_solve *s, const char **ret_item);

/* pick_place.c: whether the installer may take that file for that package. */
bool pick_place_takes(const struct pick_solve *s, const struct pick_wanted *w,
		      const struct stock_file *f);
/* A place that the ask names whose files are not known; NULL: none. */
const char *pick_place_unknown(const struct pick_solve *s);
/* The first folder of the PyTorch index that is named beside PyPI; NULL: none, or the first that
 * has torch is taken. */
const char *pick_place_beside(const struct pick_solve *s, struct span *folder);
/* The newest of a folder of the index that may hold a newer release than is known which the
 * lines take; NULL: none may. */
const struct stock_file *pick_place_open(const struct pick_solve *s,
					 const struct stock_file *torch);
