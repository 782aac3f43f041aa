/* What inspect says of a package in lines of their own: who runs it, and what of it was read. */
#pragma once

#include "base/term.h"
#include "plan/reach.h"

/* torch's own libraries, each with the numbers that all of it serves, where they differ. */
void show_by_library(struct arena *a, const struct term *t, const struct package *p);
/* The lines "runs on", "by PTX", "in part", "not on"; none where no code is known. */
void show_places(struct arena *a, const struct term *t, const struct package *p,
		 const struct reach *r);
/* The line "read", and "hashes" where they were compared. */
void show_package_read(struct arena *a, const struct term *t, const struct package *p);
