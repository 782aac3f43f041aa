/* The file of an index that has the variants of a release (drafts of PEP 817, 825). */
#pragma once

#include "base/err.h"
#include "fact/package.h"

/* A text that may be such a file: an object with "variants". */
bool variants_is(struct span text);
/*
 * A file of an index, or a variant.json alone: its variants into p, with name and version out of
 * the file's name. ERR_INPUT where it has none.
 */
int variants_read(struct arena *a, struct span text, const char *file, struct package *p,
		  struct err *e);
