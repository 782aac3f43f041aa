/*
 * A pasted listing of files (find, ls, unzip -l, dir, conda's JSON): names of libraries alone. Or
 * what ldd prints: of each library the names that it needs, and those that were not found.
 */
#pragma once

#include "fact/package.h"

/* Whether a line of the text names a library and none names a package, or it is of ldd. */
bool listing_is(struct span text);
void listing_read(struct arena *a, struct span text, struct package *p);
