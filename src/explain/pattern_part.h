/* What explain/pattern*.c share. */
#pragma once

#include "explain/pattern.h"

/* Takes a fact of that type off the front of s: its value in the form that pattern.h names, and
 * in *n how long it was. NULL: there is none. */
const char *pattern_take(struct arena *a, struct span type, struct span s, size_t *n);
