/* What one library says of itself. */
#pragma once

#include "base/arena.h"

/* The version of the CUDA library in a file, from its machine code; NULL: it does not say one. */
const char *library_version(struct arena *a, const char *path);
