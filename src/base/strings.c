#include "base/strings.h"

#include <string.h>

void strings_add(struct arena *a, struct strings *s, const char *value)
{
	arena_grow(a, (void **)&s->v, s->n, &s->room, sizeof *s->v);
	s->v[s->n++] = value;
}

void strings_printf(struct arena *a, struct strings *s, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strings_add(a, s, arena_vprintf(a, fmt, ap));
	va_end(ap);
}

void strings_add_once(struct arena *a, struct strings *s, const char *value)
{
	if (!strings_has(s, value))
		strings_add(a, s, value);
}

void strings_add_all(struct arena *a, struct strings *s, const struct strings *more)
{
	for (size_t i = 0; i < more->n; i++)
		strings_add(a, s, more->v[i]);
}

bool strings_has(const struct strings *s, const char *value)
{
	for (size_t i = 0; i < s->n; i++)
		if (strcmp(s->v[i], value) == 0)
			return true;
	return false;
}

const char *strings_joined(struct arena *a, const struct strings *s, const char *between)
{
	const char *ret = "";

	for (size_t i = 0; i < s->n; i++)
		ret = i ? arena_printf(a, "%s%s%s", ret, between, s->v[i]) : s->v[i];
	return ret;
}

int strings_by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}
