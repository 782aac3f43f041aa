/* What a plan asks for beside torch, so that torch works: bounds on packages. */
#pragma once

#include "plan/plan.h"

/*
 * What other packages must stay below for this plan's build, Python and GPUs, one after the other
 * from *from on; NULL: no more. The rows of data/torch/bound.csv.
 */
const struct build_bound *plan_bound(const struct plan *p, size_t *from);
