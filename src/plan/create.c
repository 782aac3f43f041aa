/*
 * How a virtual environment is made with what the machine has: by its Python, by uv or conda, which
 * bring one, or after the system's package with what the Python lacks.
 */
#include "fact/build.h"
#include "plan/steps_private.h"

void steps_ask_python(struct arena *a, const struct plan *p, struct strings *to)
{
	char v[PYTHON_TEXT];
	struct python plain = p->python;

	if (!plain.major)
		return;
	plain.free_threaded = false;
	strings_printf(a, to, "python=%s", python_text(plain, v));
	if (p->python.free_threaded)
		strings_add(a, to, "python-freethreading");
}

static void by_python(const struct making *m, const struct interpreter *python)
{
	struct step *s;

	if (python && python->venv == TRI_NO && python->package) {
		s = steps_add(m, &m->p->steps, STEP_PACKAGES);
		s->program = m->g->tools->sudo ? "sudo" : NULL;
		strings_add(m->a, &s->specs, python->package);
	}
	s = steps_add(m, &m->p->steps, STEP_CREATE);
	s->python = m->p->python;
	s->program = python ? python->command : NULL;
}

/* Why it is not simply made by the Python that was planned for. */
static struct phrase why_so(const struct making *m, const struct interpreter *python,
	const char *maker)
{
	const char *version = python_said(m->a, m->p->python);

	if (!python && maker)
		return PHRASE(m->a, PYTHON_BROUGHT, SAY(version, version), SAY(maker, maker));
	if (!python)
		return PHRASE(m->a, PYTHON_NOT_HERE, SAY(version, version));
	if (maker)
		return PHRASE(m->a, VENV_BROUGHT, SAY(command, python->command), SAY(maker, maker));
	if (python->package)
		return PHRASE(m->a, VENV_PACKAGE, SAY(command, python->command),
			      SAY(package, python->package));
	return PHRASE(m->a, VENV_LACKING, SAY(command, python->command));
}

void create_steps(const struct making *m)
{
	const struct tools *t = m->g->tools;
	const struct interpreter *python;
	const char *maker = NULL;
	enum installer conda;
	struct step *s;

	if (!t || m->p->installer != INSTALLER_PIP || m->p->python.major < 3) {
		steps_add(m, &m->p->steps, STEP_CREATE)->python = m->p->python;
		return;
	}
	python = tools_python(t, m->p->python);
	conda = tools_installer(t, MANAGER_CONDA);
	if (python && python->venv != TRI_NO) {
		by_python(m, python);
		return;
	}
	if (t->installers[INSTALLER_UV] && installer_serves(INSTALLER_UV, m->p->python)) {
		/* With pip in it, so that what follows is the same whoever made it. */
		s = steps_add_by(m, &m->p->steps, STEP_CREATE, INSTALLER_UV);
		s->python = m->p->python;
		s->seed = true;
		maker = installer_name(INSTALLER_UV);
	} else if (t->installers[conda] && installer_place(conda) == PLACE_PREFIX) {
		s = steps_add_by(m, &m->p->steps, STEP_CREATE, conda);
		strings_add(m->a, &s->channels, steps_channel(m->a, m->g, CHANNEL_CONDA_FORGE,
			    m->p->build->platform));
		steps_ask_python(m->a, m->p, &s->specs);
		strings_add(m->a, &s->specs, "pip");
		maker = installer_name(conda);
	} else {
		by_python(m, python);
	}
	findings_note(m->a, &m->p->notes, why_so(m, python, maker));
}

void create_tell_installer(const struct making *m)
{
	enum installer i = m->p->installer;

	if (m->g->tools && i != INSTALLER_PIP && !m->g->tools->installers[i])
		findings_note(m->a, &m->p->notes,
			      PHRASE(m->a, INSTALLER_NOT_HERE, SAY(name, installer_name(i))));
}
