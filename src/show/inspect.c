#include "show/inspect.h"

void show_package(struct arena *a, const struct term *t, const struct package *p, int verbose)
{
	(void)a;
	(void)verbose;
	fprintf(t->f, "%s\n", p->kind ? p->kind : "");
}
