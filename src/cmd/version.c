#include "cmd/cmd.h"
#include "know/matrix.h"

int cmd_version(struct run *r, const char *program)
{
	MATRIX_AUTO m = NULL;
	struct err e;

	if (matrix_open(r->arena, r->o->matrix, &m, &e))
		return cmd_fail(r, &e);
	fprintf(r->out.f, "cudaplan %s, matrix %s of %s\n", program, matrix_version(m),
		matrix_date(m));
	return EXIT_DONE;
}
