/* Corrected files, as unified diffs. */
#pragma once

#include "base/span.h"
#include "check/checkup.h"

/* The diff of a file with some of its lines put right; the edits of other files are left alone.
 * NULL: nothing changes. Lines with credentials are not shown beside a change; with `redact` they
 * are not changed either. */
const char *fix_diff(struct arena *a, const char *file, struct span text,
		     const struct edit *edits, size_t n, bool redact);

/* What edits cannot do, in the words of show/words.def. */
struct phrases {
	struct phrase *v;
	size_t n, room;
};

/*
 * Where something was found about the lines that ask for torch: edits that make them ask for the
 * build that runs on the machine, with as little changed as can be, and in `said` what
 * edits cannot do.
 */
void fix_declared(struct checkup *k, struct found *to, struct phrases *said);
/* The same for a plan that is given, whatever was found. False: no line asks for torch. */
bool fix_to_plan(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said);
