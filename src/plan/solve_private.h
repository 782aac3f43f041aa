/* What the steps of one answer share. */
#pragma once

#include "plan/rank_private.h"

/* What need not be judged again while no wish changes but for Python and extensions. */
struct served_list {
	struct arena *arena;
	ARRAY(struct served) all;
};

struct solve {
	struct arena *arena;
	const struct catalogue *c;
	const struct wish *wish;
	struct scene scene;
	struct want want;
	enum installer installers[INSTALLERS];
	size_t n_installers;
	const struct platform_builds *p; /* NULL: the hosts are of different platforms */
	size_t *atoms;                   /* all of the scene */
	struct judge judge;              /* of them, with p */
	bool contradiction;              /* of wishes: there is nothing to plan */
	bool trial;                      /* a wish that cannot be had is a contradiction */
	bool cpu;                        /* CPU builds are what is asked for, or all there is */
	ARRAY(struct plan) plans;
	ARRAY(struct refusal) rejected;
	ARRAY(struct change) changes;
	ARRAY(struct instead) instead;
	struct answer *answer;
	struct served_list *served;      /* of split.c, for its trials, too */
};

/* wished.c: fills the installers with those asked for, or those that know the channels. */
void wished_installers(struct solve *s);
/* Whether one of them takes its packages from there. */
bool wished_manager(const struct solve *s, enum manager m);
/* Pythons in the order in which they are tried; the last has major 0, any. */
struct wished_pythons {
	struct python v[18];
	size_t n;
	struct python there; /* what the user stands on, if it is among them or not; or major 0 */
};

/*
 * Where none is asked for: the Python of the active environment, the one that a text tells of, or
 * for pip, which brings none, the one that `python` starts on a live machine. Where nothing runs
 * with it, or only what a driver has to compile first, and something does with another: the others
 * that are there, those first that packages have had a year to be built for.
 */
struct wished_pythons wished_pythons(const struct solve *s, enum installer installer);
/* The best plan with the first of these Pythons that has one. False: none has. */
bool wished_best(struct solve *s, enum installer installer, size_t *at, key_t64 *key);
/*
 * split.c: fills plans with the parts of the smallest split, all of them sound where the judge
 * wants that. False: nothing can be served, or not by such all that can be served otherwise.
 */
bool split_solve(struct solve *s, enum installer installer);
/* Some GPU has a plan with all that is wished for. */
bool split_serves_some(struct solve *s);
/* change.c: the smallest changes that gain; of several facts only where no single one helps. */
void change_solve(struct solve *s, enum installer installer, key_t64 best);
/* change_part.c: of a split, what the machines need that no part serves, or those of one part. */
void change_solve_parts(struct solve *s);
/* fleet.c: of several groups of machines, what each costs the others; false: there is one. */
bool fleet_solve(struct solve *s);
/* fleet_left.c: a group that gets nothing beside others, of which nothing says why. */
bool fleet_is_left(const struct solve *s, size_t group);
/* Finds it, by what one of its machines gets alone. */
void fleet_tell_left(struct solve *s, size_t group, const struct answer *alone);
/* fleet_merge.c: the least set of newer drivers with the fewest environments, fewer than now. */
void fleet_merge(struct solve *s);
/* What all groups of the scene get: one plan, or a split. False: there is none. */
bool fleet_try(struct solve *s, const struct scene *scene, struct fleet_trial *ret);
/* The driver without which the first plan is none (CP004), before all others. */
void change_missing_driver(struct solve *s);
/* instead.c: replaces wishes that never existed by the nearest that did; finds contradictions. */
int instead_solve(struct solve *s, struct err *e);
/* unsure.c: which wish stands in the way of a plan that is known to run. */
void unsure_tell(struct solve *s);
/* exclude.c: where no build is all that is asked for, says which wishes exclude each other. */
void exclude_solve(struct solve *s);
/*
 * whole.c: of every release that the wishes take, whoever may serve it has a list that is whole so
 * far down: what is not in it is not there.
 */
bool whole_lists(const struct solve *s, enum coverage depth);
/* A channel of which something is known, be it for another platform. */
bool whole_has_channel(const char *name);
/* The release's builds for other Pythons would be in the list. */
bool whole_pythons(const struct catalogue *c, const struct build *b);
