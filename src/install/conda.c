/* conda, mamba and micromamba take the same words. */
#include "install/install_private.h"

/* The channels that are named are the only ones. */
static void conda_specs(struct argv *to, const struct step *s)
{
	if (s->channels.n)
		argv_add(to, "--override-channels", NULL);
	argv_options(to, "-c", &s->channels);
	argv_all(to, &s->specs);
}

/* For pip a folder, as a virtual environment is one; what follows it must not answer a question. */
static void conda_create(struct argv *to, const struct step *s)
{
	argv_add(to, step_program(s), "create", NULL);
	if (s->of == MANAGER_PIP)
		argv_add(to, "-y", "-p", ENV_FOLDER, NULL);
	else
		argv_add(to, "-n", ENV_NAME, NULL);
	conda_specs(to, s);
}

static void conda_discard(struct argv *to, const struct step *s)
{
	argv_add(to, step_program(s), "env", "remove", "-n", ENV_NAME, NULL);
}

static void conda_install(struct argv *to, const struct step *s)
{
	argv_add(to, step_program(s), "install", NULL);
	if (s->fresh)
		argv_add(to, "-n", ENV_NAME, NULL);
	else
		argv_option(to, "-p", s->place->prefix);
	conda_specs(to, s);
}

/* pip's packages come from pip, by the Python of the environment. */
static void conda_install_files(struct argv *to, const struct step *s)
{
	if (s->fresh)
		argv_add(to, step_program(s), "run", "-n", ENV_NAME, NULL);
	if (s->place->prefix && !s->fresh)
		argv_printf(to, step_on_windows(s) ? "%s\\python.exe" : "%s/bin/python",
			    s->place->prefix);
	else
		argv_add(to, "python", NULL);
	argv_add(to, "-m", "pip", "install", NULL);
	install_pip_files(to, s);
}

static void conda_uninstall(struct argv *to, const struct step *s)
{
	argv_add(to, step_program(s), "remove", NULL);
	argv_option(to, "-p", s->place->prefix);
	argv_all(to, &s->specs);
}

const struct install_writer install_conda = { {
	[STEP_CREATE] = conda_create,
	[STEP_DISCARD] = conda_discard,
	[STEP_INSTALL] = conda_install,
	[STEP_INSTALL_FILES] = conda_install_files,
	[STEP_REMOVE] = conda_uninstall,
} };
