/* The full verdict on one build, for those that are shown: all reasons, or the plan. */
#pragma once

#include "plan/judge.h"

/* Why it does not fit: one reason per code and GPU; alike GPUs of a host share one. */
struct reasons verdict_reasons(const struct judge *j, size_t build);

/* The plan for a build that fits. */
struct plan verdict_plan(const struct judge *j, size_t build, enum installer installer);

/* The least driver that the build needs for all its GPUs; NULL not known. */
const char *verdict_least_driver(const struct judge *j, size_t build);
