/* Mirrors by their names. */
#pragma once

#include "base/strings.h"
#include "know/matrix.h"

/*
 * Adds the indexes of a mirror: of PyPI, whose URL ends in "/simple", and of PyTorch's own index,
 * where it has that (*wheels). ERR_NONE: no mirror has that name.
 */
int mirror_urls(struct matrix *m, struct arena *a, const char *name, struct strings *ret,
	bool *wheels, struct err *e);
/* All names, sorted. */
int mirror_names(struct matrix *m, struct arena *a, struct strings *ret, struct err *e);
