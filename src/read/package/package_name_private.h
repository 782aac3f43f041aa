/* What a name alone says: wheel files, conda files, rows of `conda search`, build strings. */
#pragma once

#include "base/err.h"
#include "fact/package.h"

/*
 * Fills names, tags, variant and CUDA of p. ERR_INPUT when it is none of these names. A path or
 * URL in front of a file name is allowed.
 */
int package_name_read(struct arena *a, struct span s, struct package *p, struct err *e);
/* Whether it ends as the name of a wheel does, or of its METADATA in an index, spoilt or not. */
bool package_name_is_wheel(struct span s);
