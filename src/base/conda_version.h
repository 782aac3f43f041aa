/*
 * Versions of conda packages: conda/ceps@c6ae4d9d:cep-0033.md, and where it is silent
 * conda/conda@0f64223f:conda/models/version.py. The order is not that of Python packages:
 * 2.5.1+cu124 < 2.5.1, and 1.0.1_ < 1.0.1a.
 */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/span.h"

/* Longer texts are not versions. */
enum { CONDA_VERSION_MAX = 1024 };

/* A checked version; the spans point into the text it was parsed from. */
struct conda_version {
	struct span epoch; /* "0" if not given */
	struct span main;  /* "1.0.1_" */
	struct span local; /* without "+"; n = 0: none */
};

/* White space around is ignored. False if s is not a version; *ret is untouched then. */
bool conda_version_parse(struct span s, struct conda_version *ret);
int conda_version_cmp(const struct conda_version *a, const struct conda_version *b);
/* Orders texts; those that are no versions come before all versions, in byte order. */
int conda_version_cmp_text(struct span a, struct span b);
/* 1.7.3 and 1.7a start with 1.7, 1.70 does not; 2.1.dev3 starts with 2.1.d. */
bool conda_version_starts(const struct conda_version *v, const struct conda_version *prefix);
