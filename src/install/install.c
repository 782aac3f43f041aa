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
	for (size_t i = 0; i < words->n; i++)
		strings_add(to->a, &to->words, words->v[i]);
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

void install_discard_folder(struct argv *to, const struct step *s)
{
	if (step_on_windows(s))
		argv_add(to, "Remove-Item", "-Recurse", ENV_FOLDER, NULL);
	else
		argv_add(to, "rm", "-r", ENV_FOLDER, NULL);
}

static void delete_files(struct argv *to, const struct step *s)
{
	argv_add(to, "rm", "--", NULL);
	argv_all(to, &s->specs);
}

static void delete_trees(struct argv *to, const struct step *s)
{
	argv_add(to, "rm", "-r", "--", NULL);
	argv_all(to, &s->specs);
}

/* What no installer does. */
static const struct install_writer plain = {
	{ [STEP_DELETE] = delete_files, [STEP_DELETE_TREES] = delete_trees },
};

static const struct install_writer *const writers[INSTALLERS] = {
#define INSTALLER(id, name, manager, place, writer) &install_##writer,
#include "fact/installer.def"
#undef INSTALLER
};

struct command install_command(struct arena *a, const struct step *s)
{
	struct argv to = { .a = a };

	if (plain.write[s->verb])
		plain.write[s->verb](&to, s);
	else if (writers[s->by]->write[s->verb])
		writers[s->by]->write[s->verb](&to, s);
	return (struct command){ to.words.v, to.words.n };
}
