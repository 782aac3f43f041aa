/*
 * Variants of a wheel, by its variant.json, and of a release, by the file that an index has of it
 * (drafts of PEP 817, 825).
 */
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

/*
 * Properties and label of variant.json into p. Findings where it does not hold exactly one variant,
 * or another than the file's name says; a text that is no JSON is one too.
 */
void variant_read(struct arena *a, struct span text, struct package *p);
/*
 * What variant.json says of GPU code beside the code that was found in torch. A target that is left
 * out costs a GPU: an installer that follows PEP 825 refuses the wheel there.
 */
void variant_check(struct arena *a, struct package *p);
