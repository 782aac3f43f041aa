/* What units that ask the matrix or plan stand on; each fails the test where it is not there. */
#pragma once

#include "know/catalogue.h"
#include "know/matrix.h"
#include "unit/unit.h"

struct world {
	struct arena arena;
	struct matrix *m;
	struct catalogue c;
};

/* The frozen matrix; for MATRIX_AUTO. */
struct matrix *world_matrix(struct arena *a);
/* A matrix (NULL: that of the program) and the builds for linux-64. */
void world_open(struct world *w, const char *path);
void world_close(struct world *w);
/* The generator of C's standard, the same everywhere. */
unsigned world_random(unsigned *seed);
