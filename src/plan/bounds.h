/* What a plan asks for beside torch, so that torch works: bounds on packages, a CUDA to be told. */
#pragma once

#include "plan/plan.h"

/*
 * True when the build asks conda for a driver (package __cuda): on a machine without one, such as
 * a login node, CONDA_OVERRIDE_CUDA has to name a CUDA version.
 */
bool plan_needs_cuda(const struct plan *p);

/*
 * What other packages must stay below for this plan's build, Python and GPUs, one after the other
 * from *from on; NULL: no more. The rows of data/torch/bound.csv.
 */
const struct build_bound *plan_bound(const struct plan *p, size_t *from);
