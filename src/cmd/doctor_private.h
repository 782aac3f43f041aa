/* What doctor found out, for its ways of saying it. */
#pragma once

#include "cmd/envs_private.h"
#include "cmd/hosts_private.h"

struct ward {
	struct run *r;
	struct matrix *m;
	struct hosts hosts;
	struct envs envs;
	struct catalogue c;
	struct checkup *all;   /* one per environment */
};

/*
 * --fix-file: prints corrected files as diffs. What edits make of the files is read and judged
 * again before; where it is not sound or not better, the reason is said and what to change instead.
 */
void doctor_fix(struct ward *w);
