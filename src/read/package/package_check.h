/* Where name, metadata, libraries and device code of a package disagree. */
#pragma once

#include "fact/package.h"

/* Adds findings; the package has been read and summed up. */
void package_check(struct arena *a, struct package *p);
