/* Cells of a line that --query-gpu printed: parted by commas, never quoted. */
#pragma once

#include "base/span.h"

enum { CELLS_MAX = 512 };

struct cells {
	struct span v[CELLS_MAX]; /* without white space at the ends */
	size_t n;
};

/* False when there are more than CELLS_MAX. */
bool cells_cut(struct span line, struct cells *ret);
/* The last cell of a line without line end may itself be cut: true unless it proves its end. */
bool cell_open(struct span cell);
