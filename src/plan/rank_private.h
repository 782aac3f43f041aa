/* All builds of a platform that one manager installs, judged and put in order. */
#pragma once

#include "plan/judge_private.h"

struct ranking {
	struct judge j;
	enum manager manager;
	struct verdict *verdicts; /* one per build of the platform */
	size_t *order;            /* builds that fit, best first */
	size_t n;
	size_t judged;            /* that the wishes allow */
};

/* All of it in the arena of the judge. */
struct ranking rank_make(const struct judge *j, enum manager manager);

/* The best that fits and is not below *key, without the rest: false if nothing is. */
bool rank_best(struct judge *j, enum manager manager, size_t *ret, key_t64 *key);

/* Positions in ranking.order: the first and the few alternatives worth showing, or all. */
size_t rank_picked(const struct ranking *r, bool all, size_t **ret);

/*
 * Builds that the wishes allow and that do not fit: those that would have come before the first
 * plan, each (channel, torch, variant) once, or all; best first.
 */
size_t rank_refused(const struct ranking *r, bool all, size_t **ret);
