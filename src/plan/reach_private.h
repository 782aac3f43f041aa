/* What of a package a GPU runs; for reach*.c only. */
#pragma once

#include "plan/reach.h"

/* The code that a GPU of that capability has to live with: the part that serves it worst. */
struct code reach_code(const struct catalogue *c, const struct package *p, const struct reach *r,
		       struct sm sm, const struct library **ret);
/* Whether any code at all runs there. */
bool reach_some(const struct catalogue *c, const struct package *p, const struct reach *r,
		struct sm sm);
