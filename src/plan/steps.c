#include "plan/steps_private.h"

#include <string.h>

void steps_printf(struct arena *a, struct strings *to, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strings_add(a, to, arena_vprintf(a, fmt, ap));
	va_end(ap);
}

bool steps_has(const char *version)
{
	return version && strcmp(version, "none") != 0;
}

/* The plan's Python is that of the environment the user stands in. */
static bool stands_in(const struct ground *g, const struct plan *p, enum stand stand)
{
	return g->here && g->stand == stand &&
	       (p->python.major == 0 || g->python.major == 0 ||
		python_cmp(g->python, p->python) == 0);
}

/* A plan while its steps are made. */
struct making {
	struct arena *a;
	const struct ground *g;
	struct plan *p;
	const struct step_place *place;
	bool fresh;
};

static struct step *step_add(const struct making *m, struct steps *to, enum step_verb verb)
{
	struct step *s = &ARRAY_ADD(m->a, *to);

	*s = (struct step){
		.verb = verb, .by = m->p->installer, .place = m->place, .fresh = m->fresh,
		.of = m->p->build->manager,
	};
	return s;
}

static void undo_step(const struct making *m)
{
	const struct plan *p = m->p;
	struct step *s = step_add(m, &m->p->undo, m->fresh ? STEP_DISCARD : STEP_REMOVE);

	if (m->fresh)
		return;
	strings_add(m->a, &s->specs, p->build->package);
	if (steps_has(p->torchvision))
		strings_add(m->a, &s->specs, "torchvision");
	if (steps_has(p->torchaudio))
		strings_add(m->a, &s->specs, "torchaudio");
}

/* A virtual environment is made, then it is installed into. */
static void venv_steps(const struct making *m)
{
	if (m->fresh)
		step_add(m, &m->p->steps, STEP_CREATE)->python = m->p->python;
	steps_pip(m->a, m->g, m->p, step_add(m, &m->p->steps, STEP_INSTALL));
	undo_step(m);
}

/* A conda environment is made with what belongs into it. */
static void prefix_steps(const struct making *m)
{
	struct step *s = step_add(m, &m->p->steps, m->fresh ? STEP_CREATE : STEP_INSTALL);

	s->channels = plan_conda_channels(m->a, m->g, m->p->build);
	if (m->fresh)
		steps_conda_python(m->a, m->p, &s->specs);
	plan_conda_specs(m->a, m->p, "=", &s->specs);
	undo_step(m);
}

static void declare_cuda_step(const struct making *m)
{
	if (m->p->build->cuda.major)
		step_add(m, &m->p->steps, STEP_DECLARE_CUDA)->cuda = m->p->build->cuda;
}

/* A project of conda's packages declares its channels and the CUDA to solve for, then asks. */
static void project_conda_steps(const struct making *m)
{
	struct step *s = step_add(m, &m->p->steps, m->fresh ? STEP_CREATE : STEP_ADD_CHANNELS);

	s->channels = plan_conda_channels(m->a, m->g, m->p->build);
	declare_cuda_step(m);
	s = step_add(m, &m->p->steps, STEP_ADD);
	if (m->fresh)
		steps_conda_python(m->a, m->p, &s->specs);
	plan_conda_specs(m->a, m->p, "==", &s->specs);
}

/* The index is kept in the project under its name, for these packages alone. */
static void project_pip_steps(const struct making *m)
{
	if (m->fresh)
		step_add(m, &m->p->steps, STEP_CREATE)->python = m->p->python;
	steps_pip_labelled(m->a, m->p, step_add(m, &m->p->steps, STEP_ADD));
}

static void project_steps(const struct making *m)
{
	if (m->p->build->manager == MANAGER_CONDA)
		project_conda_steps(m);
	else
		project_pip_steps(m);
	if (m->fresh)
		undo_step(m);
}

void plan_steps(struct arena *a, const struct ground *g, struct plan *p)
{
	static void (*const makers[])(const struct making *) = {
		[PLACE_VENV] = venv_steps,
		[PLACE_PREFIX] = prefix_steps,
		[PLACE_PROJECT] = project_steps,
	};
	enum installer_place into = installer_place(p->installer);
	bool conda = stands_in(g, p, STAND_CONDA), in_project = stands_in(g, p, STAND_PROJECT);
	bool in_venv = conda || stands_in(g, p, STAND_VENV);
	struct step_place *place = arena_new(a, struct step_place);
	struct making m = { a, g, p, place, false };

	*place = step_place_of(g->into, p->build->platform);
	p->steps = p->undo = (struct steps){ 0 };
	if (in_project) {
		project_steps(&m);
		return;
	}
	m.fresh = !(into == PLACE_VENV ? in_venv : into == PLACE_PREFIX && conda);
	makers[into](&m);
}
