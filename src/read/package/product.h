/* Which CUDA library a file is, and of which version, as far as its bytes and its name say. */
#pragma once

#include "fact/package.h"
#include "read/package/texts.h"

/* Fills product, version and declared of l from its name, its soname and the strings found. */
void product_of(struct arena *a, const struct texts *t, struct library *l);
