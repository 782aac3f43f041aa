/* What each line means for torch, and whether all of them can hold together. */
#pragma once

#include "base/pep440_set.h"
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
	ARRAY(struct pep440_set) any; /* the same, read */
	uint64_t taken[LIMIT_WORDS];  /* the releases of the matrix that it takes, by rank */
};

struct limits {
	struct limit *v;
	size_t n, room;
};

/* Of all lines that apply: those of torch, and of what each of its releases goes with. */
struct limits limits_collect(struct checkup *k, enum limits_of of);
/* Whether a line names its versions one by one: newer releases change nothing. */
bool limits_is_closed(struct checkup *k, const struct env_declared *d);
/* That an installed package that no line names needs this torch: from its METADATA. */
void limits_add_installed(struct checkup *k, struct limits *to, const struct env_package *p);
/* Whether a release of torch, with any label that is asked for, is taken by a limit. */
bool limit_takes(const struct limit *l, const char *torch);
/* All of them take it. */
bool limits_take(const struct limits *l, const char *torch);
/* "torchvision 0.16.2 asks for torch==2.1.2", in the arena. */
const struct phrase *limit_words(struct arena *a, const struct limit *l);
/* Reports the smallest set that no torch meets: one line, two, or three. False: there is none. */
bool limits_conflict(struct checkup *k, const struct limits *l);
/* Packages that are there and whose METADATA takes no torch that the lines ask for. */
void limits_installed(struct checkup *k, const struct limits *l);
/* The one version that a set pins, without its label; NULL: none. */
const char *limits_pin(struct checkup *k, const struct pep440_set *set);
/* Whether a line pins a torch that is older than all that the matrix has. */
bool limits_predate(struct checkup *k, const struct env_declared *d);
