/* What differs between the requirements of two packages, package by package. */
#pragma once

#include "base/term.h"
#include "fact/package.h"

/* One line for each that is changed, gone (-) or new (+); false: they ask for the same. */
bool show_needs_difference(struct arena *a, const struct term *t, const struct package *p,
			   const struct package *q);
