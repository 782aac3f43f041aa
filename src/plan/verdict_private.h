/* The full verdict on one build, for those that are shown: all reasons, or the plan. */
#pragma once

#include "plan/judge_private.h"

struct solve;

/*
 * Adds the build with every reason that the judge has against it, once per installer: one per
 * code and GPU; alike GPUs of a host share one.
 */
void verdict_refuse(struct solve *s, const struct judge *j, size_t build, enum installer installer);
/* The least driver that the build needs for all its GPUs; NULL not known. */
const char *verdict_least_driver(const struct judge *j, size_t build);

/* The plan for a build that fits. */
struct plan offer_plan(const struct judge *j, size_t build, enum installer installer);
/* Marks a plan that is the last release for one of its GPUs. */
void offer_last(const struct judge *j, struct plan *p);
