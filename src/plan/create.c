/*
 * How a virtual environment is made with what the machine has: by its Python, by uv or conda, which
 * bring one, or after the system's package with what the Python lacks.
 */
#include "fact/build.h"
#include "plan/steps_private.h"

static void tell(const struct making *m, struct phrase words)
{
	findings_add(m->a, &m->p->notes, (struct finding){
		.words = words, .host = -1, .gpu = -1 });
}

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

static void by_conda(const struct making *m, enum installer conda)
{
	struct step *s = steps_add_by(m, &m->p->steps, STEP_CREATE, conda);

	strings_add(m->a, &s->channels, steps_channel(m->a, m->g, CHANNEL_CONDA_FORGE,
		m->p->build->platform));
	steps_ask_python(m->a, m->p, &s->specs);
	strings_add(m->a, &s->specs, "pip");
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
static void tell_why(const struct making *m, const struct interpreter *python, const char *maker)
{
	const char *version = python_said(m->a, m->p->python);

	if (!python && maker)
		tell(m, PHRASE(m->a, PYTHON_BROUGHT, SAY(version, version), SAY(maker, maker)));
	else if (!python)
		tell(m, PHRASE(m->a, PYTHON_NOT_HERE, SAY(version, version)));
	else if (maker)
		tell(m, PHRASE(m->a, VENV_BROUGHT, SAY(command, python->command),
			       SAY(maker, maker)));
	else if (python->package)
		tell(m, PHRASE(m->a, VENV_PACKAGE, SAY(command, python->command),
			       SAY(package, python->package)));
	else
		tell(m, PHRASE(m->a, VENV_LACKING, SAY(command, python->command)));
}

void create_steps(const struct making *m)
{
	const struct tools *t = m->g->tools;
	const struct interpreter *python;
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
	} else if (t->installers[INSTALLER_UV]) {
		/* With pip in it, so that what follows is the same whoever made it. */
		s = steps_add_by(m, &m->p->steps, STEP_CREATE, INSTALLER_UV);
		s->python = m->p->python;
		s->seed = true;
		tell_why(m, python, installer_name(INSTALLER_UV));
	} else if (t->installers[conda] && installer_place(conda) == PLACE_PREFIX) {
		by_conda(m, conda);
		tell_why(m, python, installer_name(conda));
	} else {
		by_python(m, python);
		tell_why(m, python, NULL);
	}
}

void create_tell_installer(const struct making *m)
{
	enum installer i = m->p->installer;

	if (m->g->tools && i != INSTALLER_PIP && !m->g->tools->installers[i])
		tell(m, PHRASE(m->a, INSTALLER_NOT_HERE, SAY(name, installer_name(i))));
}
