/* The line that says how much of a package was read. */
#pragma once

#include "base/term.h"
#include "fact/package.h"

void show_read(struct arena *a, const struct term *t, const struct package *p);
