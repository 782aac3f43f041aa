/* What helps where CUDA answers with an error. */
#pragma once

#include "base/arena.h"
#include "know/matrix.h"

struct cuda_cure {
	int first, last; /* errors */
	const char *cure;
};

struct cuda_cures {
	ARRAY(struct cuda_cure) v; /* the narrowest ranges first */
};

int cuda_cures_read(struct matrix *m, struct arena *a, struct cuda_cures *ret, struct err *e);
/* NULL: nothing is known to help. */
const char *cuda_cure(const struct cuda_cures *cures, int error);
