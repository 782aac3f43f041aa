/* What the matrix knows of a wheel that need not be read: by its sha256. */
#pragma once

#include "fact/package.h"
#include "know/wheel.h"

/*
 * The sha256 of the file at `path`, or that of a link "…#sha256=…", if it is a wheel that the
 * matrix has measured; else NULL. A link's is the word of the index: hold the size against it.
 */
int inspect_known_file(struct arena *a, struct matrix *m, const char *path,
		       const char **ret, struct err *e);
