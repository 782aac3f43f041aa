#include "probe/probe.h"

#include <string.h>

#include "base/text.h"
#include "os/variable.h"

/* A job and the shared memory that its child fills. */
struct shared {
	const struct job *job;
	struct probe_system *machine;
	struct probe_gpu *gpu;
};

/* The last line that says something. */
static const char *last_line(struct arena *a, struct span output)
{
	struct span line, last = { NULL, 0 };

	while (span_line(&output, &line))
		if (span_trim(line).n)
			last = span_trim(line);
	return last.n ? arena_span(a, span_sub(last, 0, PROBE_TEXT - 1)) : NULL;
}

/*
 * Every kernel is loaded at once, so that code that is missing shows here and not at a later
 * launch; PTX is compiled and not taken from the driver's cache, where what an earlier run left
 * would hide that no compiler is there; devices are counted as nvidia-smi does. What the user has
 * set stays.
 */
static void environment(struct arena *a, const char *visible, struct child *c)
{
	size_t n = 0;

	if (visible)
		c->set[n++] = arena_printf(a, "CUDA_VISIBLE_DEVICES=%s", visible);
	if (visible || !os_variable("CUDA_DEVICE_ORDER"))
		c->set[n++] = "CUDA_DEVICE_ORDER=PCI_BUS_ID";
	if (!os_variable("CUDA_MODULE_LOADING"))
		c->set[n++] = "CUDA_MODULE_LOADING=EAGER";
	if (!os_variable("CUDA_CACHE_DISABLE"))
		c->set[n++] = "CUDA_CACHE_DISABLE=1";
}

static void work_system(void *own)
{
	struct shared *s = own;

	job_system(s->job, s->machine);
}

static void work_gpu(void *own)
{
	struct shared *s = own;

	job_gpu(s->job, s->gpu);
}

void probe_system(struct arena *a, const struct job *j, unsigned limit_ms,
		  struct system_probe *ret, int *interrupted)
{
	struct shared s = { .job = j, .machine = child_share(sizeof *s.machine) };
	struct child c = { .work = work_system, .own = &s, .limit_ms = limit_ms };

	memset(ret, 0, sizeof *ret);
	ret->end = CHILD_NONE;
	*interrupted = 0;
	if (!s.machine)
		return;
	environment(a, NULL, &c);
	child_run_all(a, &c, 1, interrupted);
	ret->found = *s.machine;
	child_unshare(s.machine, sizeof *s.machine);
	probe_system_settle(&ret->found);
	ret->end = c.end;
	ret->number = c.number;
	ret->state = c.end == CHILD_STUCK ? child_state(c.pid) : 0;
	ret->last = last_line(a, c.output);
}

static void settle(struct arena *a, const struct child *c, const struct probe_gpu *from,
		   struct target *to)
{
	to->found = *from;
	probe_gpu_settle(&to->found);
	to->end = c->end;
	to->number = c->number;
	to->state = c->end == CHILD_STUCK ? child_state(c->pid) : 0;
	to->last = last_line(a, c->output);
}

void probe_gpus(struct arena *a, struct target *v, size_t n, unsigned limit_ms, int *interrupted)
{
	struct probe_gpu *all = n ? child_share(n * sizeof *all) : NULL;
	struct shared *s = arena_array(a, n, sizeof *s);
	struct child *c = arena_array(a, n, sizeof *c);

	*interrupted = 0;
	for (size_t i = 0; i < n; i++) {
		v[i].end = CHILD_NONE;
		if (!all)
			continue;
		s[i] = (struct shared){ .job = &v[i].job, .gpu = &all[i] };
		c[i] = (struct child){ .work = work_gpu, .own = &s[i], .limit_ms = limit_ms };
		environment(a, v[i].job.visible, &c[i]);
	}
	if (!all)
		return;
	child_run_all(a, c, n, interrupted);
	for (size_t i = 0; i < n; i++)
		settle(a, &c[i], &all[i], &v[i]);
	child_unshare(all, n * sizeof *all);
}
