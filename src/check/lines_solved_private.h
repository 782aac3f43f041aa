/* What lines ask for, all of them together: which torch they take, and whether any. */
#pragma once

#include "check/checkup.h"

/*
 * The lines of pip and of conda that are always asked for as one ask, what conda is asked for in
 * pip's words; a companion of conda's is compiled for all patch releases of its torch.
 */
struct ask lines_ask(struct checkup *k);
/* From what they are picked where a plan is to be made of them: pick_of.plan. */
struct pick_of lines_pick_of(const struct checkup *k);
/* What all of them are picked as together, for that Python; NULL: nothing of torch's kin. */
const struct pick *lines_pick(struct checkup *k, const struct ask *all, struct python python);
/* One of its lines alone, without the places that are named. */
struct ask lines_one(struct arena *a, const struct ask *all, const struct ask_spec *line);
/* A line that decides on torch or Python: it is known what its releases need. */
bool lines_decide(const struct checkup *k, const struct ask_spec *line);
/* Some torch of that release is taken for all of them, for some Python. */
bool lines_take(struct checkup *k, const struct ask *ask, const char *torch);
/* Each line by itself takes that release, or what it takes is not known. */
bool lines_allow(struct checkup *k, const struct ask *all, const char *torch);
/* lines_conflict.c: reports lines that no build of torch meets together, and what in the place of
 * one would let them hold; false: they hold, or that is not known. */
bool lines_conflict(struct checkup *k, const struct ask *all);
/* The same of a pick, where it is exact and names the lines. */
bool lines_told(struct checkup *k, const struct pick *p);
/* What the lines do to the torch that is there, and to what there asks for another. */
void lines_installed(struct checkup *k, const struct ask *all);

/* What specifiers take; a label pins the torch that has it. */
bool lines_set_takes(const struct pep440_set *set, const char *torch);
/* "==0.16.2", "==0.15.*": all releases of it are in the tables, newer ones are none. */
bool lines_set_is_closed(const struct pep440_set *set);
/* Whether a line pins a torch that is older than all that the matrix has. */
bool lines_predate(struct checkup *k, const struct env_declared *d);
/* The versions that a line asks for, in pip's words; false: it does not apply, or asks for none. */
bool lines_versions(struct checkup *k, const struct env_declared *d, struct pep440_set *ret);

/* pythons.c: all that any build of torch is for; those of them that specifiers admit,
 * ">=3.8,<3.12", empty: they cannot be read. */
struct python_set pythons_all(const struct checkup *k);
struct python_set pythons_of(struct checkup *k, const char *specs);
/* link_page.c: "2.1" and 1108 of the address of a setting's find-links; *cuda is 0 where it names
 * none. NULL: it names no torch. */
const char *link_page_torch(struct arena *a, const struct env_setting *s, pair_t *cuda);
