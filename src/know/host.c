#include "know/host.h"

#include <stdlib.h>
#include <string.h>

#include "fact/build.h"
#include "know/gpu.h"
#include "know/host_gpu.h"

enum driver_os host_driver_os(const struct host *h)
{
	bool windows = h->platform && span_starts(span_of(h->platform), "win-");

	return windows || h->wsl == TRI_YES ? DRIVER_WINDOWS : DRIVER_LINUX;
}

/* Found anew each time. */
static bool is_derived(enum finding_code code)
{
	return code == CP002 || code == CP003 || code == CP005 || code == CP006 || code == CP008 ||
	       code == CP011 || code == CP013 || code == CP015;
}

static void forget_derived(struct host *h)
{
	size_t n = 0;

	for (size_t i = 0; i < h->problems.n; i++)
		if (!is_derived(h->problems.v[i].code))
			h->problems.v[n++] = h->problems.v[i];
	h->problems.n = n;
}

/* The branch of the driver; 0 where it has none: no driver, or a Jetson's. */
static int find_branch(struct matrix *m, struct arena *a, const struct host *h,
		       struct driver_branch *ret, struct err *e)
{
	int rc = ERR_NONE;

	memset(ret, 0, sizeof *ret);
	if (h->driver && !h->l4t)
		rc = driver_branch(m, a, span_of(h->driver), host_driver_os(h), ret, e);
	return rc == ERR_NONE ? 0 : rc;
}

/* The printed number above the branch's own (rule 6 on forward compatibility). */
static void check_compat(struct arena *a, struct host *h, const struct driver_branch *b)
{
	struct cuda_version said, own;

	if (!h->driver_cuda || !b->cuda || !b->listed ||
	    !cuda_version_parse(span_of(h->driver_cuda), &said) ||
	    !cuda_version_parse(span_of(b->cuda), &own) || cuda_version_cmp(said, own) <= 0)
		return;
	host_say(a, h, CP015, -1,
		 "driver %s has CUDA %s of its own, but reports %s: a compat libcuda is loaded",
		 h->driver, b->cuda, h->driver_cuda);
}

static void check_driver(struct arena *a, struct host *h)
{
	const char *name = h->gpus.n && h->gpus.v[0].name ? h->gpus.v[0].name : "a GPU";

	if (h->driver || h->l4t || (!h->driver_missing && !h->live))
		return;
	if (h->gpus.n || h->nvidia_present == TRI_YES)
		host_say(a, h, CP004, -1, "no driver is installed or loaded for %s", name);
	else if (h->driver_missing && !h->gpus_known)
		host_problem(a, h, CP004, -1,
			     "no driver is installed or loaded; which GPU there is, is not known");
}

static void check_presence(struct arena *a, struct host *h)
{
	if (!h->gpus.n && (h->nvidia_present == TRI_NO || h->gpus_known))
		host_problem(a, h, CP009, -1, "no NVIDIA GPU");
}

static void check_errors(struct arena *a, struct host *h)
{
	for (size_t i = 0; i < h->gpus.n; i++)
		if (h->gpus.v[i].error)
			host_say(a, h, CP007, (int)i, "GPU %d: %s", h->gpus.v[i].index,
				 h->gpus.v[i].error);
}

static bool counts(const struct gpu *g)
{
	return !g->hidden && !g->error && g->architecture && sm_known(g->sm);
}

static void check_generations(struct arena *a, struct host *h)
{
	const struct gpu *first = NULL;
	char one[SM_TEXT], two[SM_TEXT];

	for (size_t i = 0; i < h->gpus.n; i++) {
		const struct gpu *g = &h->gpus.v[i];

		if (!counts(g))
			continue;
		if (!first)
			first = g;
		if (strcmp(first->architecture, g->architecture) != 0) {
			host_say(a, h, CP013, -1, "GPU %d is %s (%s), GPU %d is %s (%s)",
				 first->index, first->architecture, sm_dotted(first->sm, one),
				 g->index, g->architecture, sm_dotted(g->sm, two));
			return;
		}
	}
}

static int by_code(const void *x, const void *y)
{
	const struct problem *a = x, *b = y;

	if (a->code != b->code)
		return a->code < b->code ? -1 : 1;
	return (a->gpu > b->gpu) - (a->gpu < b->gpu);
}

int host_complete(struct matrix *m, struct arena *a, struct host *h, struct err *e)
{
	struct driver_branch branch;
	int rc = find_branch(m, a, h, &branch, e);

	if (rc)
		return rc;
	forget_derived(h);
	for (size_t i = 0; i < h->gpus.n; i++) {
		rc = host_gpu_complete(m, a, h, i, branch.branch, e);
		if (rc)
			return rc;
	}
	check_compat(a, h, &branch);
	check_driver(a, h);
	check_presence(a, h);
	check_errors(a, h);
	host_apply_visible(a, h);
	check_generations(a, h);
	if (h->problems.n)
		qsort(h->problems.v, h->problems.n, sizeof *h->problems.v, by_code);
	return 0;
}
