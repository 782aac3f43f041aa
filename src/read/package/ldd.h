/* What ldd prints: "libcudart.so.12 => /usr/lib/libcudart.so.12 (0x00007f…)"; see ldd(1). */
#pragma once

#include "fact/package.h"

bool ldd_is(struct span text);
/* A library for each that ldd was asked about, with the names that it needs, deep ones too. */
void ldd_read(struct arena *a, struct span text, struct package *p);
