/* An environment as it will be behind the steps of a cure, so that it can be judged before. */
#pragma once

#include "check/checkup.h"

/* Whether all of its steps say what they do; what a project's lock brings, none of them says. */
bool foresee_can(const struct steps *cure);
/* `gives` is the build that the steps install; NULL: another torch is not installed. */
struct env foresee_env(struct checkup *k, const struct env *env, const struct steps *cure,
		       const struct build *gives);
