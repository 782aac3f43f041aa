/* Machine types of cloud providers: which GPUs they have. */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "fact/host.h"
#include "know/matrix.h"

/*
 * The machine that "aws:p5.48xlarge" names; its driver is that of its image, and not known.
 * ERR_NONE: no provider of the matrix is named. ERR_INPUT: it has no such type, with the nearest
 * that it has, or does not say which GPU it is. Strings live in the arena.
 */
int cloud_host(struct matrix *m, struct arena *a, const char *text, struct host *ret,
	struct err *e);
