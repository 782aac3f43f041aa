/* Version specs of conda as facts; see fact/conda_spec.h. */
#pragma once

#include "base/err.h"
#include "fact/conda_spec.h"

/* ERR_INPUT says what is wrong. The texts are copied. */
int conda_spec_parse(struct arena *a, struct span s, struct conda_spec *ret, struct err *e);
