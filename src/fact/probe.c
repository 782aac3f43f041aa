#include "fact/probe.h"

const char *probe_layer_name(enum probe_layer l)
{
	static const char *const names[] = {
		"files", "libcuda", "init", "runtime", "context", "memory", "load", "launch",
		"compare",
	};

	return names[l];
}

const char *code_origin_name(enum code_origin o)
{
	static const char *const names[] = {
		"ptx", "nvrtc-cubin", "nvrtc-ptx", "nvcc", "torch", "torch-cubin", "torch-ptx",
	};

	return names[o];
}

const struct probe_step *probe_try_failure(const struct probe_try *t)
{
	const struct probe_step *steps[] = { &t->compile, &t->load, &t->launch, &t->compare };
	const size_t n = t->origin < ORIGIN_TORCH ? 4 : 2;

	return FIRST_TELLS(x, LIST(steps, n), (*x)->state != STEP_OK, *x, NULL);
}

bool probe_try_ok(const struct probe_try *t)
{
	return !probe_try_failure(t);
}

const struct probe_try *probe_find(const struct probe_gpu *g, enum code_origin o)
{
	return FIRST_OF(x, LIST(g->tries, g->n), x->origin == o);
}

struct phrase probe_why(struct arena *a, const struct probe_step *s)
{
	static const enum form forms[FAULTS] = {
		[FAULT_NO_MEMORY] = FORM_FAULT_NO_MEMORY, [FAULT_MEMORY] = FORM_FAULT_MEMORY,
		[FAULT_PATTERN] = FORM_FAULT_PATTERN, [FAULT_PRODUCT] = FORM_FAULT_PRODUCT,
		[FAULT_NOUVEAU] = FORM_FAULT_NOUVEAU, [FAULT_NO_DRIVER] = FORM_FAULT_NO_DRIVER,
		[FAULT_FILE_ABSENT] = FORM_FAULT_FILE_ABSENT,
		[FAULT_FILE_CLOSED] = FORM_FAULT_FILE_CLOSED,
		[FAULT_NO_GPU_FILE] = FORM_FAULT_NO_GPU_FILE,
	};
	struct phrase p = { 0 };

	if (s->fault == FAULT_NONE)
		return s->text[0] ? PHRASE(a, SAID, SAY(text, s->text)) : p;
	p = PHRASE(a, FAULT_MEMORY, SAY(number, fact_number(a, s->element)), SAY(have, s->have),
		   SAY(need, s->need));
	p.form = forms[s->fault];
	return p;
}

static void settle_step(struct probe_step *s)
{
	s->text[PROBE_TEXT - 1] = '\0';
	s->have[sizeof s->have - 1] = s->need[sizeof s->need - 1] = '\0';
	if ((unsigned)s->fault >= FAULTS)
		s->fault = FAULT_NONE;
	if ((unsigned)s->state > STEP_FAILED)
		s->state = STEP_RUNNING;
}

void probe_system_settle(struct probe_system *s)
{
	settle_step(&s->libcuda);
	settle_step(&s->init);
	settle_step(&s->runtime);
	s->path[PROBE_PATH - 1] = '\0';
	if (s->n > PROBE_DEVICES)
		s->n = PROBE_DEVICES;
	for (unsigned i = 0; i < s->n; i++) {
		struct probe_device *d = &s->devices[i];

		d->name[PROBE_NAME - 1] = d->uuid[PROBE_NAME - 1] = '\0';
		d->bus[sizeof d->bus - 1] = '\0';
	}
}

void probe_gpu_settle(struct probe_gpu *g)
{
	settle_step(&g->context);
	settle_step(&g->memory);
	if (g->n > PROBE_TRIES)
		g->n = PROBE_TRIES;
	for (unsigned i = 0; i < g->n; i++) {
		struct probe_try *t = &g->tries[i];

		if ((unsigned)t->origin >= ORIGINS)
			t->origin = ORIGIN_PTX;
		settle_step(&t->compile);
		settle_step(&t->load);
		settle_step(&t->launch);
		settle_step(&t->compare);
	}
}
