/* An environment.yml, corrected. */
#pragma once

#include "check/fix.h"

/* A spec of conda that is read and not of a group. */
bool fix_is_spec(const struct env_declared *d);

/* The plan that files are to ask for, of conda or of pip: what is asked for stays as far as it can.
 * False: nothing runs. */
bool fix_target(struct checkup *k, bool conda, struct plan *ret);

/* The release of the plan of torch or a companion; "none"; NULL: not known, or another package. */
const char *fix_version(const struct plan *p, const char *name);
/* The lines of a project that its keeper is known of, and where they come from. */
void fix_project(struct checkup *k, const struct plan *p, const char *file, struct found *to,
		 struct phrases *said);

/* The line that names the Python, where it is not that of the plan. */
void fix_python(struct checkup *k, const struct plan *p, struct found *to);

/* The lines of torch and what belongs to it, in conda's words; in `said` what no edit can do. */
void fix_conda(struct checkup *k, const struct plan *p, struct found *to, struct phrases *said);
