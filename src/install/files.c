/* Files and folders, which no installer removes. */
#include "install/install_private.h"

void install_discard_folder(struct argv *to, const struct step *s)
{
	if (step_on_windows(s))
		argv_add(to, "Remove-Item", "-Recurse", ENV_FOLDER, NULL);
	else
		argv_add(to, "rm", "-r", ENV_FOLDER, NULL);
}

/* Debian's, the only ones that are known to be parted from Python. */
void install_packages(struct argv *to, const struct step *s)
{
	if (s->program)
		argv_add(to, s->program, NULL);
	argv_add(to, "apt-get", "install", "-y", NULL);
	argv_all(to, &s->specs);
}

void install_delete_files(struct argv *to, const struct step *s)
{
	argv_add(to, "rm", "--", NULL);
	argv_all(to, &s->specs);
}

void install_delete_trees(struct argv *to, const struct step *s)
{
	argv_add(to, "rm", "-r", "--", NULL);
	argv_all(to, &s->specs);
}

static const char *manifest(struct arena *a, const struct step *s)
{
	const char *folder = s->fresh ? ENV_FOLDER : s->place->project;

	return folder ? arena_printf(a, "%s/pyproject.toml", folder) : "pyproject.toml";
}

/* An empty line before each table. */
void install_append(struct argv *to, const struct step *s, const struct strings *lines)
{
	const char *file = manifest(to->a, s), *text = "";

	if (step_on_windows(s)) {
		for (size_t i = 0; i < lines->n; i++)
			text = arena_printf(to->a, "%s%s%s", text,
					    *lines->v[i] == '[' ? "\n" : "", i + 1 < lines->n ?
					    arena_printf(to->a, "%s\n", lines->v[i]) : lines->v[i]);
		argv_add(to, "Add-Content", "-Path", file, "-Value", text, NULL);
		return;
	}
	argv_add(to, "sh", "-c", "printf \"%s\\n\" \"$@\" >>\"$0\"", file, NULL);
	for (size_t i = 0; i < lines->n; i++) {
		if (*lines->v[i] == '[')
			argv_add(to, "", NULL);
		argv_add(to, lines->v[i], NULL);
	}
}
