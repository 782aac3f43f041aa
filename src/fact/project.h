/* Names of Python packages; see https://packaging.python.org/specifications/name-normalization/ */
#pragma once

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
