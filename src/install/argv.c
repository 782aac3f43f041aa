/* Words of a command. */
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
