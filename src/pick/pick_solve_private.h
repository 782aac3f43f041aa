/*
 * Among the files that are known, the first set that meets all lines, in the order in which an
 * installer tries them: the lines as they stand, pinned ones before others, each package from the
 * newest on. pip and uv differ in the places that a package may come from: pick_place_of.
 */
#pragma once

#include "fact/wheel.h"
#include "pick/pick.h"

struct pick_wanted {
	const char *name;
	const struct pep440_set *set;
	const char *index;     /* URL that it must come from; NULL: any place of the ask */
	bool only_bounds;      /* a constraint: asks for nothing by itself */
	bool overrides;
	bool file;             /* it is the file of the line's address, from no index */
	pair_t cuda;           /* that torch must be built with: 1108; 1200 is any 12.x; 0: any */
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
	struct python first;   /* for any Python from that one to `last`; major 0: for `python` */
	struct python last;
	struct ask_place pypi; /* that is asked where no other place stands for it */
	struct marker_env env;
	ARRAY(struct pick_wanted) wanted;
	struct pick_chosen chosen;
	const char *release;   /* of torch, that lines ask for: files of others are not tried */
	bool any_cuda;         /* what is asked of the CUDA of torch does not count */
	bool anywhere;         /* a place is named whose files nobody knows: any may be there */
	unsigned tries;
	bool over;             /* given up */
};

/* True: found; chosen holds the files. */
bool pick_solve_run(struct pick_solve *s);

/* The same for some Python of those that may be. */
bool pick_solve_some(struct pick_solve *s);

/* The lines that nothing meets together: without any of them something would. They are the ask
 * from then on. */
const char *pick_solve_conflict(struct pick_solve *s, size_t *n);
/* What the newest release that one of these lines takes needs, and another excludes: *ret_item,
 * "torch 2.9.1". NULL: nothing so plain. */
const char *pick_solve_excluded(const struct pick_solve *s, const char **ret_item);

/* pick_none.c: takes lines out of the ask whose release the tables do not have: they meet nothing
 * that is known, and what others pin or exclude holds all the same. The package of the first; NULL:
 * there is none. */
const char *pick_leave_unknown(struct pick_solve *s);
/* pick_none.c: nothing meets the lines of the ask: what decided, or what is not known. */
void pick_none(struct pick_solve *s, struct pick *p);
void pick_say_unknown(struct pick *p, struct phrase why);

/* pick_wheel.c: what a line's wheel asks for joins what is wanted; false: it is not for that Python
 * or platform. */
bool pick_wheel_add(struct pick_solve *s, const struct ask_spec *line, const struct wheel *w);
bool pick_wheel_has_cuda(const struct stock_file *torch, pair_t cuda);
/* Of what has to be compiled for each Python there is a wheel that is wanted, as far as known. */
bool pick_wheel_is_there(struct pick_solve *s, const char *name);

/* pick_place.c: whether the installer may take that file for that package. */
bool pick_place_takes(const struct pick_solve *s, const struct pick_wanted *w,
		      const struct stock_file *f);
/* "cu118": the folder of the PyTorch index that the line is bound to, or the first that is named;
 * NULL: none is. */
const char *pick_place_folder(const struct pick_solve *s, const struct ask_spec *line);
/* CUDA of today fills that folder; the lists of the others are closed. */
bool pick_place_grows(const char *dir);
/* A place that the ask names whose files are not known; NULL: none. */
const char *pick_place_unknown(const struct pick_solve *s);
/* The first folder of the PyTorch index that is named beside PyPI; NULL: none, or the first that
 * has torch is taken. */
const char *pick_place_beside(const struct pick_solve *s, struct span *folder);
/* The newest of a folder of the index that may hold a newer release than is known which the
 * lines take; NULL: none may. */
const struct stock_file *pick_place_open(const struct pick_solve *s,
					 const struct stock_file *torch);
