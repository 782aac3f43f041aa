/* An installed environment, an unpacked torch/lib, or a toolkit: the libraries below a folder. */
#pragma once

#include "read/package/package_open.h"

/* Fills *p with every library below the folder. ERR_INPUT: there is none. */
int folder_read(struct arena *a, const char *path, const struct inspect_options *o,
		struct package *p, struct err *e);
