/*
 * Version specs of conda: ">=1.2,<2|3.*", "=1.2", "1.2.*", "^1\.[0-9]+$"; see
 * conda/conda@0f64223f:conda/models/version.py. "," binds tighter than "|".
 */
#pragma once

#include "base/conda_version.h"
#include "base/arena.h"
#include "base/regex.h"

enum conda_op {
	CONDA_EQ,
	CONDA_NE,
	CONDA_LE,
	CONDA_GE,
	CONDA_LT,
	CONDA_GT,
	CONDA_STARTS,
	CONDA_NOT_STARTS,
	CONDA_COMPATIBLE, /* ~= */
	CONDA_GLOB,
	CONDA_REGEX,
	CONDA_ANY,
	CONDA_ALL_OF,     /* of the nodes from `first` on */
	CONDA_ONE_OF,
};

struct conda_node {
	enum conda_op op;
	struct span text;        /* as it is printed */
	struct conda_version v;  /* what is compared with */
	struct conda_version up; /* ~=: what it has to start with */
	struct regex regex;
	size_t first, next;      /* child, sibling; 0: none */
};

struct conda_spec {
	struct conda_node *v;    /* the last one is the root; v[0] is not used */
	size_t n;                /* 0: everything fits */
};

enum { CONDA_SPEC_MAX = 4096 };

/* A text that is no version fits globs and regular expressions only. */
bool conda_spec_has(const struct conda_spec *spec, struct span version);
/* ">=1.2,<2|3.*": without spaces, parentheses only where they matter. */
const char *conda_spec_text(struct arena *a, const struct conda_spec *spec);
/* The version of a spec in pip's words: "2.1*" is "==2.1.*"; "" is any, NULL what pip cannot say:
 * one or the other. What is no version at all stays as it is. */
const char *conda_spec_pep440(struct arena *a, const char *version);
