/* pip: makes a virtual environment, installs into it. */
#include "install/install_private.h"

/* A python of the wanted version that makes a venv; 2.7 has virtualenv only. */
static void pip_create(struct argv *to, const struct step *s)
{
	char v[PYTHON_TEXT];

	if (step_on_windows(s)) {
		argv_add(to, "py", NULL);
		argv_printf(to, "-%s", python_text(s->python, v));
	} else if (s->program) {
		argv_add(to, s->program, NULL);
	} else {
		argv_printf(to, "python%s", s->python.major ? python_text(s->python, v) : "3");
	}
	argv_add(to, "-m", s->python.major == 2 ? "virtualenv" : "venv", ENV_FOLDER, NULL);
}

/* "python -m", by the Python of the environment. */
static void run_module(struct argv *to, const struct step *s, const char *module)
{
	const char *prefix = s->fresh ? ENV_FOLDER : s->place->prefix;

	if (prefix)
		argv_printf(to, step_on_windows(s) ? "%s\\Scripts\\python.exe" : "%s/bin/python",
			    prefix);
	else
		argv_add(to, "python", NULL);
	argv_add(to, "-m", module, NULL);
}

static void pip_verb(struct argv *to, const struct step *s, const char *verb)
{
	run_module(to, s, "pip");
	argv_add(to, verb, NULL);
}

static void pip_bring(struct argv *to, const struct step *s)
{
	run_module(to, s, "ensurepip");
}

void install_pip_specs(struct argv *to, const struct step *s)
{
	argv_all(to, &s->specs);
	argv_option(to, "--index-url", s->index_url);
	argv_option(to, "--extra-index-url", s->extra_index_url);
	argv_option(to, "-f", s->find_links);
}

static void pip_install(struct argv *to, const struct step *s)
{
	pip_verb(to, s, "install");
	if (s->anew == ANEW_ALONE)
		argv_add(to, "--force-reinstall", "--no-deps", NULL);
	else if (s->anew == ANEW_BESIDE)
		argv_add(to, "--ignore-installed", NULL);
	install_pip_specs(to, s);
}

void install_pip_files(struct argv *to, const struct step *s)
{
	argv_options(to, "-r", &s->files);
	argv_all(to, &s->specs);
	argv_all(to, &s->options);
	argv_option(to, "--index-url", s->index_url);
}

static void pip_install_files(struct argv *to, const struct step *s)
{
	pip_verb(to, s, "install");
	install_pip_files(to, s);
}

static void pip_uninstall(struct argv *to, const struct step *s)
{
	pip_verb(to, s, "uninstall");
	if (s->sure)
		argv_add(to, "-y", NULL);
	argv_all(to, &s->specs);
}

static void pip_clear_cache(struct argv *to, const struct step *s)
{
	pip_verb(to, s, "cache");
	argv_add(to, "remove", NULL);
	argv_all(to, &s->specs);
}

const struct install_writer install_pip = { {
	[STEP_CREATE] = pip_create,
	[STEP_DISCARD] = install_discard_folder,
	[STEP_INSTALL] = pip_install,
	[STEP_INSTALL_FILES] = pip_install_files,
	[STEP_REMOVE] = pip_uninstall,
	[STEP_BRING_PIP] = pip_bring,
	[STEP_CLEAR_CACHE] = pip_clear_cache,
} };
