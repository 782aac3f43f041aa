/* Corrected files, as unified diffs. */
#pragma once

#include "base/span.h"
#include "check/checkup.h"

/* The diff of a file with some of its lines put right; the edits of other files are left alone.
 * NULL: nothing changes. Lines with credentials are not shown beside a change; with `redact` they
 * are not changed either. In *ret_new the whole text as patch leaves it; it may be NULL. */
const char *fix_diff(struct arena *a, const char *file, struct span text,
		     const struct edit *edits, size_t n, bool redact, struct span *ret_new);

/*
 * Why edits must not be printed; FORM_OF_CODE: they may. `after` was read and judged anew from the
 * edited files. They have to be understood as far as before, ask for torch and all else that was
 * asked for, and have less found in them and nothing new.
 */
struct phrase fix_fault(struct arena *a, const struct checkup *before, const struct checkup *after);
/* The same where nothing is said to be left to do by hand: no error is left in what is asked for,
 * however many warnings are cured. */
struct phrase fix_left(struct arena *a, const struct checkup *after);
/* The first edit that needs lines more or less where the syntax of its file allows none: in
 * scripts, and in lists of Python. NULL: there is none. */
const struct edit *fix_no_line(const struct checkup *k, const struct edit *edits, size_t n,
			       struct phrase *why);

/* What edits cannot do, in the words of show/words.def. */
struct phrases {
	struct phrase *v;
	size_t n, room;
};

/*
 * Where something was found about the lines that ask for torch: edits that make them ask for the
 * build that runs on the machine, with as little changed as can be, and in `said` what
 * edits cannot do; in *ret_target what the lines are to ask for, or no facts.
 */
void fix_declared(struct checkup *k, struct found *to, struct phrases *said,
		  struct phrase *ret_target);
/* The same for a plan that is given, whatever was found. False: no line asks for torch. */
bool fix_to_plan(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said);
