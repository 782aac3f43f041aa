#include "read/host/format.h"

#include <string.h>

void format_problem(struct arena *a, struct host *h, enum finding_code code, int gpu, unsigned line,
		    const char *text)
{
	size_t n = h->problems.n;

	host_problem(a, h, code, gpu, text);
	if (h->problems.n > n)
		h->problems.v[n].line = line;
}

void format_cut(struct arena *a, struct host *h, unsigned line, const char *text)
{
	format_problem(a, h, CP001, -1, line, text);
}

struct gpu *format_gpu(const struct source *s, struct host *h, int index, unsigned line)
{
	struct gpu *g;

	h->gpus_known = true;
	if (h->gpus.n == GPUS_MAX) {
		format_cut(s->a, h, line, "more than 1024 GPUs: the rest is not read");
		return NULL;
	}
	ARRAY_ADD(s->a, h->gpus) = gpu_new(index);
	g = &h->gpus.v[h->gpus.n - 1];
	g->line = line;
	return g;
}

void format_mig_add(struct arena *a, struct gpu *g, struct mig_device d)
{
	struct mig_device *v;

	if (g->mig.n == MIG_MAX)
		return;
	v = arena_array(a, g->mig.n + 1, sizeof *v);
	if (g->mig.n)
		memcpy(v, g->mig.devices, g->mig.n * sizeof *v);
	v[g->mig.n++] = d;
	g->mig.devices = v;
}
