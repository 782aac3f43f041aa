/* What the checks of extensions share. */
#pragma once

#include "check/checkup.h"

/* Made for another CUDA or C++ ABI than the torch that is there, by its name: says so. */
bool check_compiled(struct checkup *k, const struct env_package *p);
/* Its libraries need another CUDA than torch brings, or what that torch does not have: says so. */
bool check_needs(struct checkup *k, const struct env_package *p);
/* Lines that would compile an extension with another CUDA major than torch's. */
void check_compiling(struct checkup *k);
/* The wheel that fits, of the torch that is there; false: none is known. */
bool extension_cure(struct checkup *k, struct found *f, const struct env_package *p);
