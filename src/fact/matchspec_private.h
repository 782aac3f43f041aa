/* What matchspec.c and matchspec_parse.c share. */
#pragma once

#include "fact/matchspec.h"

/* What the fields are called within brackets. */
extern const char *const matchspec_keys[CONDA_FIELDS];
