/* NVIDIA libraries that a package's own libraries need and that it does not hold. */
#pragma once

#include "fact/package.h"

/* Fills p->external: each with the package that brings it and the requirement that asks for it. */
void check_needed(struct arena *a, struct package *p);
