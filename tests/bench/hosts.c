/* One plan for 1,000 and for 10,000 hosts: every GPU generation under every driver branch. */
#include "bench/clock.h"
#include "know/matrix.h"
#include "plan/plan.h"

enum { SMALL = 1000, BIG = 10000 };

static struct host make_host(struct arena *a, const struct catalogue *c, size_t i)
{
	const struct cc_fact *cc = &c->ccs.v[i % c->ccs.n];
	struct host h = host_new(arena_printf(a, "host%zu", i));

	h.platform = "linux-64";
	h.driver = arena_printf(a, "%d.%zu", c->branches.v[i % c->branches.n].branch, i % 200);
	h.gpus_known = true;
	for (size_t n = 0; n <= i % 3; n++) {
		struct gpu g = gpu_new((int)n);

		g.sm = cc->sm;
		ARRAY_ADD(a, h.gpus) = g;
	}
	return h;
}

/* CPU seconds of one answer for n hosts; less than 0: it failed. */
static double measure(const struct catalogue *c, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct hosts hosts = { .v = arena_array(&a, n, sizeof *hosts.v), .n = n };
	struct wish wish = { 0 };
	struct answer answer;
	struct err e;
	double begin;

	for (size_t i = 0; i < n; i++)
		hosts.v[i] = make_host(&a, c, i);
	begin = cpu_seconds();
	if (plan_answer(&a, c, &hosts, &wish, &answer, &e) < 0)
		return -1;
	return cpu_seconds() - begin;
}

int main(void)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct catalogue c;
	struct err e;
	double small, big;

	if (matrix_open(&a, NULL, &m, &e) || catalogue_open(&a, m, &c, &e) ||
	    catalogue_platform(&c, "linux-64", &e)) {
		fprintf(stderr, "hosts: %s\n", e.text);
		return 1;
	}
	small = measure(&c, SMALL);
	big = measure(&c, BIG);
	if (small < 0 || big < 0)
		return 1;
	print_row("resolver alone, CPU time", small, big);
	return 0;
}
