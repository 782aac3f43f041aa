/*
 * What reach_of says of names: of thousands, most say the same. Only names that hold nothing but
 * lists of the matrix are kept; everything else is worked out anew.
 */
#pragma once

#include "plan/reach.h"

enum { REACH_SLOTS = 128 };

struct reach_memo {
	struct reach_kept {
		const char *cuda, *platform;
		bool declared;
		struct sm_list sass, ptx;
		struct reach reach;
		bool used;
	} v[REACH_SLOTS];
};

struct reach reach_recall(struct arena *a, const struct catalogue *c, const struct package *p,
			  struct reach_memo *m);
