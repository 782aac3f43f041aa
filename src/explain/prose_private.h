/* What people write beside a message: "on an RTX 5090 with PyTorch 2.6". */
#pragma once

#include "explain/pattern.h"
#include "know/catalogue.h"

/*
 * Adds the facts gpu (a name), torch (a release, with its label), driver, told_python ("3.11") and
 * told_platform ("win-64"), each where the text names exactly one and it is not known yet. The
 * shape alone counts, whether the GPU is one is for the matrix to say; but torch is one that
 * exists, or newer than the catalogue, which may be NULL.
 */
void prose_facts(struct arena *a, const struct catalogue *c, const struct pattern_text *text,
		 struct captures *to);
