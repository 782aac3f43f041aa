/* Where name, metadata, libraries and device code of a package disagree. */
#pragma once

#include "fact/package.h"

/* Adds findings; the package has been read and summed up. */
void package_check(struct arena *a, struct package *p);
/*
 * Sets p->cuda, "12.x" where only the major number is known; leaves it NULL where the libraries
 * are for several. What is known already is held against the libraries.
 */
void package_cuda(struct arena *a, struct package *p);
