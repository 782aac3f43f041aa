/* The part "[key=value, …]" of a spec; used by matchspec_*.c alone. */
#pragma once

#include "fact/matchspec.h"

/* What the fields are called within brackets. */
extern const char *const conda_keys[CONDA_FIELDS];

/* Takes the brackets off the end of *s; *ret is what is between them, p NULL if there are none. */
int matchspec_cut_brackets(struct span *s, struct span *ret, struct err *e);
/* Its fields override those of the spec. Within a condition (depth 1) there is no condition. */
int matchspec_read_brackets(struct arena *a, struct span s, int depth, struct matchspec *spec,
			    struct err *e);
/* Is s a spec that may stand in a condition? */
int matchspec_check(struct arena *a, struct span s, struct err *e);
