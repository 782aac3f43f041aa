/* Corrected files, as unified diffs. */
#pragma once

#include "base/span.h"
#include "plan/check/checkup.h"

/* The diff of a file with some of its lines put right; the edits of other files are left alone.
 * NULL: nothing changes. */
const char *fix_diff(struct arena *a, const char *file, struct span text,
		     const struct edit *edits, size_t n);

/* Pins torch and its companions in the requirements to the build that runs on the machine, with
 * the index that it is on. Nothing is added where no GPU is known or no build runs. */
void fix_requirements(struct checkup *k, struct found *to);
