/* What the writers of corrections share; for check/fix*.c only. */
#pragma once

#include "check/checkup.h"

/* The plan that changes least of what files ask conda, or pip, for; false: none runs. */
bool fix_target(struct checkup *k, bool conda, struct plan *ret);
/* A spec of conda that is read and not of a group. */
bool fix_is_spec(const struct env_declared *d);

/* The line that names the Python, where it is not that of the plan. */
void fix_python(struct checkup *k, const struct plan *p, struct found *to);

/* The lines of torch and what belongs to it, in conda's words and in pip's. */
void fix_conda(struct checkup *k, const struct plan *p, struct found *to, struct strings *said);
void fix_pip(struct checkup *k, const struct plan *p, struct found *to, struct strings *said);
