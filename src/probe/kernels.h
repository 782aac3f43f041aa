/* The probe's code, out of kernels/: as PTX by hand, and as source for compilers. */
#pragma once

#include <stdbool.h>

#include "base/span.h"

struct span kernels_ptx(void); /* followed by a NUL that does not count */
struct span kernels_source(void); /* the same */
/* The PTX with another ".version", 83 for 8.3, into n bytes at `to`; false where they are too few.
 */
bool kernels_ptx_as(int isa, char *to, size_t n);

/* PTX versions that exist, ascending. */
extern const unsigned char kernels_isas[];
extern const size_t kernels_isas_n;
