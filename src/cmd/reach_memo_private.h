/* What the same names of one run have in common: where their code runs. */
#pragma once

#include "plan/reach.h"

/*
 * What reach_of says of names, and the lines that show it: of thousands, most say the same. Only
 * names that hold nothing but lists of the matrix are kept; everything else is worked out anew.
 */
enum { REACH_SLOTS = 128 };

struct reach_memo {
	struct reach_kept {
		const char *cuda, *platform;
		bool declared;
		struct sm_list sass, ptx;
		struct reach reach;
		bool used;
		const char *text;      /* for the caller to fill where used; NULL not made yet */
	} v[REACH_SLOTS], other;       /* other: what is not kept */
};

/* Valid until the next call. */
struct reach_kept *reach_recall(struct arena *a, const struct catalogue *c,
				const struct package *p, struct reach_memo *m);
