/* What people ask conda for, as facts; see fact/matchspec.h. */
#pragma once

#include "fact/matchspec.h"

/* ERR_INPUT says what is wrong. Texts are copied into the arena. */
int matchspec_parse(struct arena *a, struct span s, struct matchspec *ret, struct err *e);
