#include "fact/verified.h"

/* The step of the try that came furthest: code that is refused does not hide code that runs. */
static const struct probe_step *best(const struct probe_gpu *g, enum probe_layer l)
{
	const struct probe_step *found = NULL;

	for (unsigned i = 0; i < g->n; i++) {
		const struct probe_try *t = &g->tries[i];
		const struct probe_step *s = l == LAYER_LOAD ? &t->load
					     : l == LAYER_LAUNCH ? &t->launch : &t->compare;

		if (t->origin >= ORIGIN_TORCH)
			continue;
		if (!found || (s->state == STEP_OK && found->state != STEP_OK) ||
		    (found->state == STEP_NOT_RUN && s->state != STEP_NOT_RUN))
			found = s;
	}
	return found;
}

enum step_state verified_layer(const struct verified *v, const struct verified_gpu *g,
			       enum probe_layer l, const struct probe_step **ret)
{
	const struct probe_step *const steps[] = {
		[LAYER_FILES] = &v->files, [LAYER_LIBCUDA] = &v->found.libcuda,
		[LAYER_INIT] = &v->found.init, [LAYER_RUNTIME] = &v->found.runtime,
		[LAYER_CONTEXT] = g ? &g->found.context : NULL,
		[LAYER_MEMORY] = g ? &g->found.memory : NULL,
	};

	*ret = l <= LAYER_MEMORY ? steps[l] : g ? best(&g->found, l) : NULL;
	return *ret ? (*ret)->state : STEP_NOT_RUN;
}

bool verified_has(const struct verified *v, enum finding_code code, int gpu)
{
	return ANY(x, v->findings, x->finding.code == code && x->finding.gpu == gpu);
}

static void add(struct arena *a, struct verified *v, struct verified_finding f)
{
	if (!verified_has(v, f.finding.code, f.finding.gpu))
		ARRAY_ADD(a, v->findings) = f;
}

void verified_add(struct arena *a, struct verified *v, struct finding f, struct phrase cure)
{
	const struct finding_info *info = finding_info(f.code);

	add(a, v, (struct verified_finding){ f, cure, info ? info->severity : SEVERITY_ERROR });
}

void verified_warn(struct arena *a, struct verified *v, struct finding f, struct phrase cure)
{
	add(a, v, (struct verified_finding){ f, cure, SEVERITY_WARNING });
}
