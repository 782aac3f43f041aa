/* What each line means for torch, and whether all of them can hold together. */
#pragma once

#include "fact/pep440_set.h"
#include "check/checkup.h"

enum { LIMIT_WORDS = 4 };

/* What a range of a package's releases asks for: nothing while newer ones may take any torch, or
 * one of what those that are known ask for. */
enum limits_of { LIMITS_SURE, LIMITS_KNOWN };

/* A specifier on torch that follows from a line. */
struct limit {
	const struct env_declared *from;
	struct strings specs;  /* "==2.0.0", "==2.0.1": one of these */
	const char *through;   /* "torchvision 0.16.2"; NULL: it names torch itself */
	struct phrase place;   /* what the only index has that is searched; all zero: no index */
	struct phrase said;    /* what it is about, where not torch; all zero: torch */
	ARRAY(struct pep440_set) any; /* the same, read; none: any torch */
	uint64_t taken[LIMIT_WORDS];  /* the releases of the matrix that it takes, by rank */
	struct python_set pythons; /* that it takes; empty: any */
	pair_t cuda;           /* that torch must be built with: 1108; 1200 is any 12.x; 0: any */
	bool never;            /* nothing meets it: a wheel for another platform */
};

struct limits {
	struct limit *v;
	size_t n, room;
};

/* Of all lines that apply: those of torch, and of what each of its releases goes with. */
struct limits limits_collect(struct checkup *k, enum limits_of of);
/* Whether a line names its versions one by one: newer releases change nothing. */
bool limits_is_closed(struct checkup *k, const struct env_declared *d);
/*
 * limits_installed.c: the torch, NumPy and Python that an installed package which no line names
 * needs, from its METADATA.
 */
void limits_add_installed(struct checkup *k, struct limits *to, const struct env_package *p);
/* limits_wheel.c: what the name of a line's wheel says of torch, CUDA, Python and platform. */
void limits_add_wheel(struct checkup *k, struct limits *to, const struct env_declared *d);
/* limits_link.c: what the address of a setting's find-links says, where it names a torch. */
void limits_add_link(struct checkup *k, struct limits *to, const struct env_setting *s);
/* The same as "2.1" and 1108; *cuda is 0 where it names none. NULL: it names no torch. */
const char *limits_of_link(struct arena *a, const struct env_setting *s, pair_t *cuda);
/*
 * limits_python.c: the Pythons for which a line's versions have wheels, or that their METADATA
 * asks for; those that projects ask for; the one that is given.
 */
void limits_add_pythons(struct checkup *k, struct limits *to, const struct env_declared *d,
			const struct pep440_set *set);
void limits_add_projects(struct checkup *k, struct limits *to);
void limits_add_given(struct checkup *k, struct limits *to, struct python given);
/* Whether every NumPy that is taken is 2 or later, which torch before 2.3 does not know. */
bool limits_needs_numpy_2(struct checkup *k, const struct pep440_set *set);
/* All that any build of torch is for. */
struct python_set limits_all_pythons(const struct checkup *k);
/* Those of them that specifiers admit, ">=3.8,<3.12"; empty: they cannot be read. */
struct python_set limits_pythons_of(struct checkup *k, const char *specs);

/* Adds what binds; a limit without specifiers takes any torch. */
void limits_add(struct checkup *k, struct limits *to, struct limit l);
/* One more torch that will do. */
void limit_add(struct checkup *k, struct limit *l, const char *spec);
/* Some release is taken by both. */
bool limit_meets(const struct limit *a, const struct limit *b);
/* What specifiers take; a label pins the torch that has it. */
bool limits_set_takes(const struct pep440_set *set, const char *torch);
/* What is pinned below the first release of the matrix is not known there, and no mistake. */
bool limits_are_ancient(struct checkup *k, const struct pep440_set *set);
/* "==0.16.2", "==0.15.*": all releases of it are in the tables, newer ones are none. */
bool limits_are_closed(const struct pep440_set *set);
/* Whether a release of torch, with any label that is asked for, is taken by a limit. */
bool limit_takes(const struct limit *l, const char *torch);
/* All of them take it. */
bool limits_take(const struct limits *l, const char *torch);
/* "torchvision 0.16.2 asks for torch==2.1.2", in the arena. */
const struct phrase *limit_words(struct arena *a, const struct limit *l);
/* Reports the smallest set that no build of torch meets. False: all of them hold together. */
bool limits_conflict(struct checkup *k, const struct limits *l);
/* Packages that are there and whose METADATA takes no torch that the lines ask for. */
void limits_installed(struct checkup *k, const struct limits *l);
/* The one version that a set pins, without its label; NULL: none. */
const char *limits_pin(struct checkup *k, const struct pep440_set *set);
/* Whether a line pins a torch that is older than all that the matrix has. */
bool limits_predate(struct checkup *k, const struct env_declared *d);
