/* What a plan asks for beside torch, so that torch works: bounds on packages, a CUDA to be told. */
#pragma once

#include "plan/plan.h"

/*
 * True when the build asks conda for a driver (package __cuda): on a machine without one, such as
 * a login node, CONDA_OVERRIDE_CUDA has to name a CUDA version.
 */
bool plan_needs_cuda(const struct plan *p);

/* What NumPy and mkl must stay below for this build: "numpy<2", "mkl<2024.1", or NULL. */
const char *plan_numpy(const struct plan *p);
const char *plan_mkl(const struct plan *p);
/*
 * "cudnn<9.11" where conda-forge would bring a later one, which for CUDA 12 has no code below 7.5,
 * and a GPU of the plan is below; or NULL. Measured on the cuDNN packages, torch_nvidia_lib.
 */
const char *plan_cudnn(const struct plan *p);
