/* What is wrong with a directory as a whole: overlaps, doubled and dangerous names, links. */
#pragma once

#include "read/package/zipdir.h"

/* Adds findings to p. ERR_INPUT where the contents cannot be told apart any more. */
int zip_check(struct arena *a, const struct zip *z, struct package *p, struct err *e);
