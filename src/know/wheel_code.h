/* Wheels that were measured byte by byte: their device code by sha256. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "fact/package.h"
#include "know/matrix.h"

/* Whether a measured wheel has that size: only then its hash is worth computing. */
int wheel_code_size(struct matrix *m, uint64_t size, bool *ret, struct err *e);
int wheel_code_has(struct matrix *m, const char *sha256, bool *ret, struct err *e);
/* Fills the lists of p. ERR_NONE: no measured wheel has that sha256. */
int wheel_code_fill(struct matrix *m, struct arena *a, const char *sha256, struct package *p,
		    struct err *e);
