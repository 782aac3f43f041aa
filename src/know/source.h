/* Where rows of the matrix come from, and which platforms it knows. */
#pragma once

#include "base/strings.h"
#include "fact/build.h"
#include "know/matrix.h"

struct source_row {
	const char *key, *place;
	const char *revision, *seen; /* NULL where there is none */
};

/* What a key of the table of sources stands for; ERR_NONE: no such key. */
int source_find(struct matrix *m, struct arena *a, struct span key, struct source_row *ret,
	struct err *e);

/* The keys behind a build, and behind its list of sm; "" where there are none. */
int source_of_build(struct matrix *m, struct arena *a, const struct build *b, const char **ret,
	struct err *e);

/* The platforms that there are builds for, sorted. */
int source_platforms(struct matrix *m, struct arena *a, struct strings *ret, struct err *e);

/* Names of GPUs without their maker, "driver" versions newest first, releases of "torch". */
int source_words(struct matrix *m, struct arena *a, const char *what, struct strings *ret,
	struct err *e);
