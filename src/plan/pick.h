/* Which of a ranking are shown. */
#pragma once

#include "plan/rank.h"

/* Positions in ranking.order: the first and the few alternatives worth showing, or all. */
size_t pick_plans(const struct ranking *r, bool all, size_t **ret);

/*
 * Builds that the wishes allow and that do not fit: those that would have come before the first
 * plan, each (channel, torch, variant) once, or all; best first.
 */
size_t pick_refused(const struct ranking *r, bool all, size_t **ret);
