/*
 * What of a package counts as support: torch's own list, or what its libraries hold. Of several
 * libraries a GPU needs every one, but only one of alternatives for different CUDA releases.
 */
#pragma once

#include "plan/reach.h"

/* Fills sass, ptx, rests_on and parts. */
void reach_lists(struct arena *a, const struct package *p, struct reach *r);
/* The code that a GPU of that capability has to live with: the part that serves it worst. */
struct code reach_code(const struct catalogue *c, const struct package *p, const struct reach *r,
		       struct sm sm, const struct library **ret);
/* Whether any code at all runs there. */
bool reach_some(const struct catalogue *c, const struct package *p, const struct reach *r,
		struct sm sm);
/* Whether a library has to be loaded whose code is packed with ZSTD. */
bool reach_zstd(const struct package *p, const struct reach *r);
enum reach_via reach_via(const struct fit *fit);
