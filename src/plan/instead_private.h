/* Wishes that cannot be had: what instead*.c ask of each other. */
#pragma once

#include "plan/solve_private.h"

/* --- instead_say.c --- */

/* A wish of that name, and the nearest that there is; NULL: nothing is near. */
struct instead *instead_add(struct solve *s, enum finding_code code, const char *what,
			    const char *asked, const char *nearest);
/* In a trial the wish would have to be had as it is said. */
bool instead_refused(struct solve *s);
/* There may be one by now, or have been one before: "not in the matrix of DATE". */
void instead_beyond(const struct solve *s, struct instead *i);
/* Lists that are not whole may lack it: then it is not known, and said as of when. */
void instead_unknown(const struct solve *s, struct instead *i, bool whole);
/* A release that was taken back belongs to no plan, and is known all the same. */
void instead_withdrawn(const struct solve *s, struct instead *i, const struct specs *specs);

/*
 * instead_python.c: a Python newer than any build that the other wishes allow, or such as no build
 * was ever made for: the newest, or the next one, that has one is taken.
 */
void instead_python(struct solve *s);
