#include "unit/world.h"

#include <string.h>

struct matrix *world_matrix(struct arena *a)
{
	struct matrix *m = NULL;
	struct err e;

	if (matrix_open(a, TEST_MATRIX, &m, &e) < 0)
		fail_msg("%s", unit_err(&e));
	return m;
}

void world_open(struct world *w, const char *path)
{
	struct err e;

	memset(w, 0, sizeof *w);
	if (matrix_open(&w->arena, path, &w->m, &e) || catalogue_open(&w->arena, w->m, &w->c, &e) ||
	    catalogue_platform(&w->c, "linux-64", &e))
		fail_msg("%s", unit_err(&e));
}

void world_close(struct world *w)
{
	matrix_close(w->m);
	arena_free(&w->arena);
}

unsigned world_random(unsigned *seed)
{
	*seed = *seed * 1103515245u + 12345u;
	return *seed >> 16 & 0x7fff;
}
