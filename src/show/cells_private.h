/* A table of nine columns: as wide as what stands in them, without those that are empty. */
#pragma once

#include "base/term.h"

enum { CELLS = 9 };

struct cells_row {
	const char *v[CELLS];
};

/* The rows below their head; a column without a value anywhere is left out. */
void cells_print(const struct term *t, const struct cells_row *head, const struct cells_row *rows,
	size_t n);
