/* pip and uv: make a virtual environment, install into it. */
#include "install/command_part.h"

#include <string.h>

#define ENV_BIN ENV_FOLDER "/bin/python"
#define ENV_EXE ENV_FOLDER "\\Scripts\\python.exe"

static void undo_folder(struct arena *a, struct plan *p)
{
	if (is_windows(p->build))
		command_put(a, &p->undo, words(a, "Remove-Item", "-Recurse", ENV_FOLDER, NULL));
	else
		command_put(a, &p->undo, words(a, "rm", "-r", ENV_FOLDER, NULL));
}

static void undo_packages(struct arena *a, struct plan *p, struct strings argv)
{
	strings_add(a, &argv, "torch");
	if (companion_named(p->torchvision))
		strings_add(a, &argv, "torchvision");
	if (companion_named(p->torchaudio))
		strings_add(a, &argv, "torchaudio");
	command_put(a, &p->undo, argv);
}

/* A python of the wanted version that makes a venv; 2.7 has virtualenv only. */
static struct strings make_venv(struct arena *a, const struct plan *p)
{
	const char *module = p->python.major == 2 ? "virtualenv" : "venv";
	char v[PYTHON_TEXT];
	struct strings s = { 0 };

	if (is_windows(p->build)) {
		strings_add(a, &s, "py");
		words_printf(a, &s, "-%s", python_text(p->python, v));
	} else {
		words_printf(a, &s, "python%s", p->python.major ? python_text(p->python, v) : "3");
	}
	strings_add(a, &s, "-m");
	strings_add(a, &s, module);
	strings_add(a, &s, ENV_FOLDER);
	return s;
}

static bool active(const struct ground *g, const struct plan *p)
{
	return stands_in(g, p, STAND_VENV) || stands_in(g, p, STAND_CONDA);
}

void command_pip(struct arena *a, const struct ground *g, struct plan *p)
{
	const char *python = is_windows(p->build) ? ENV_EXE : ENV_BIN;
	struct strings install;

	if (active(g, p)) {
		python = "python";
		undo_packages(a, p, words(a, python, "-m", "pip", "uninstall", NULL));
	} else {
		command_put(a, &p->commands, make_venv(a, p));
		undo_folder(a, p);
	}
	install = words(a, python, "-m", "pip", "install", NULL);
	pip_requirements(a, g, p, false, &install);
	command_put(a, &p->commands, install);
}

void command_uv(struct arena *a, const struct ground *g, struct plan *p)
{
	struct strings install = words(a, "uv", "pip", "install", NULL);
	char v[PYTHON_TEXT];

	if (active(g, p)) {
		undo_packages(a, p, words(a, "uv", "pip", "uninstall", NULL));
	} else {
		struct strings make = words(a, "uv", "venv", NULL);

		if (p->python.major) {
			strings_add(a, &make, "--python");
			words_printf(a, &make, "%s", python_text(p->python, v));
		}
		strings_add(a, &make, ENV_FOLDER);
		command_put(a, &p->commands, make);
		strings_add(a, &install, "--python");
		strings_add(a, &install, ENV_FOLDER);
		undo_folder(a, p);
	}
	pip_requirements(a, g, p, true, &install);
	command_put(a, &p->commands, install);
}

void pip_labelled(struct arena *a, const struct plan *p, struct strings *to)
{
	const struct build *b = p->build;
	const char *label = b->index_url && b->local ? b->local : "";

	words_printf(a, to, "torch==%s%s", b->torch, label);
	if (companion_named(p->torchvision))
		words_printf(a, to, "torchvision==%s%s", p->torchvision, label);
	if (companion_named(p->torchaudio))
		words_printf(a, to, "torchaudio==%s%s", p->torchaudio, label);
}

/* The index is kept in the project under its name, for these packages alone. */
void command_uv_add(struct arena *a, const struct plan *p, struct commands *to)
{
	const struct build *b = p->build;
	struct strings argv = words(a, "uv", "add", NULL);

	pip_labelled(a, p, &argv);
	if (b->index_url) {
		strings_add(a, &argv, "--index");
		words_printf(a, &argv, "pytorch-%s=%s", b->variant, b->index_url);
	}
	command_put(a, to, argv);
}
