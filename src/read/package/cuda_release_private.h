/*
 * The CUDA release that a package was made for, where its name and torch/version.py do not say:
 * from the libraries that it needs or holds, and from its pins of NVIDIA's packages.
 */
#pragma once

#include "fact/package.h"

/*
 * Sets p->cuda, "12.x" where only the major number is known; leaves it NULL where the libraries
 * are for several. What is known already is held against the libraries.
 */
void cuda_release(struct arena *a, struct package *p);
