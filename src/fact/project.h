/*
 * Names of packages: of Python's, see
 * https://packaging.python.org/specifications/name-normalization/; and which of them are torch.
 */
#pragma once

#include <stdbool.h>

#include "base/arena.h"

/* What joins the words of a name. */
static inline bool project_name_mark(char c)
{
	return c == '-' || c == '_' || c == '.';
}

/* Lower case, runs of "-", "_" and "." become one "-". */
const char *project_name(struct arena *a, struct span s);
/* Letters, digits, "-", "_", "."; a letter or digit at both ends. */
bool project_name_ok(struct span s);
/* Is it torch, by pip's name or by conda's ("pytorch")? NULL is not. */
bool project_is_torch(const char *name);
/* Is it what people ask conda for when they mean torch: "pytorch" or "pytorch-gpu"? NULL is not. */
bool project_is_conda_torch(const char *name);
/* A package of conda that chooses a build of torch, and is asked for with it. */
bool project_is_chooser(const char *name);
