/* Words of a command, and the commands that no installer has: files and folders. */
#include "install/install_private.h"

#include <stdarg.h>

void argv_add(struct argv *to, ...)
{
	const char *word;
	va_list ap;

	va_start(ap, to);
	while ((word = va_arg(ap, const char *)))
		strings_add(to->a, &to->words, word);
	va_end(ap);
}

void argv_printf(struct argv *to, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strings_add(to->a, &to->words, arena_vprintf(to->a, fmt, ap));
	va_end(ap);
}

void argv_all(struct argv *to, const struct strings *words)
{
	strings_add_all(to->a, &to->words, words);
}

void argv_option(struct argv *to, const char *option, const char *value)
{
	if (value)
		argv_add(to, option, value, NULL);
}

void argv_options(struct argv *to, const char *option, const struct strings *values)
{
	for (size_t i = 0; i < values->n; i++)
		argv_add(to, option, values->v[i], NULL);
}

void install_python(struct argv *to, const struct step *s, const char *behind)
{
	if (s->python.major)
		argv_option(to, "--python", arena_printf(to->a, "%s%s",
			    python_text(s->python, TEXT_ROOM), behind));
}

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

/* An empty line before each table. */
void install_append(struct argv *to, const struct step *s, const struct strings *lines)
{
	const char *folder = s->fresh ? ENV_FOLDER : s->place->project, *text = "";
	const char *file = folder ? arena_printf(to->a, "%s/pyproject.toml", folder) :
		"pyproject.toml";

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
