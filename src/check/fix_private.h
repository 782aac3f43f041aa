/* An environment.yml, corrected. */
#pragma once

#include "check/fix.h"

/* A spec of conda that is read and not of a group. */
bool fix_is_spec(const struct env_declared *d);

/* The line that names the Python, where it is not that of the plan. */
void fix_python(struct checkup *k, const struct plan *p, struct found *to);

/* The lines of torch and what belongs to it, in conda's words; in `said` what no edit can do. */
void fix_conda(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said);
