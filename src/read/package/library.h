/* What one library says of itself. */
#pragma once

#include "base/arena.h"
#include "base/strings.h"

/* The version of the CUDA library in a file, from its machine code; NULL: it does not say one. */
const char *library_version(struct arena *a, const char *path);

/* What a library asks of others. */
struct library_needs {
	struct strings needed; /* files by their soname, as the loader looks for them */
	struct strings torch;  /* functions of torch, mangled, some hundred of them */
};

/* False: it is no library that can be read. */
bool library_needs(struct arena *a, const char *path, struct library_needs *ret);
/* Sets those of found[], as many as there are names, that the library exports; a file that cannot
 * be read exports nothing. False: then. */
bool library_exports(struct arena *a, const char *path, const struct strings *names, bool *found);
