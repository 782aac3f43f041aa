/*
 * Asks the indexes and channels that files are to come from whether they have them. What was asked
 * for and has no good answer stays "not asked", with the reason: only a place that is seen to be
 * what it should be can say that a file is not there.
 */
#pragma once

#include "fact/online.h"
#include "read/online/fetch.h"

/* Fills the answers. `f` NULL: nothing is asked, and `why` says why. */
void online_ask(struct arena *a, struct fetch *f, const struct err *why,
		struct online_files *files);
