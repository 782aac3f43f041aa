#include "read/env/pip_conf.h"

#include <string.h>

#include "read/env/ini.h"

/* "index_url" is "index-url" to pip. */
static const char *key_name(struct arena *a, struct span section, struct span key)
{
	bool global = !section.n || span_is(section, "global");
	char *name = arena_printf(a, "%s" SPAN_FMT, "", SPAN_ARG(key));

	for (char *p = name; *p; p++)
		*p = *p == '_' ? '-' : ascii_lower(*p);
	return global ? name : arena_printf(a, SPAN_FMT ".%s", SPAN_ARG(section), name);
}

/* Lists of URLs and hosts have spaces between them. */
static bool is_list(const char *key)
{
	static const char *const names[] = { "extra-index-url", "find-links", "trusted-host" };
	const char *dot = strrchr(key, '.');

	key = dot ? dot + 1 : key;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(key, names[i]) == 0)
			return true;
	return false;
}

static void add(struct arena *a, struct env *to, const char *key, struct span value,
		struct origin origin)
{
	struct span word;

	if (!is_list(key)) {
		env_set(a, to, "pip", key, arena_span(a, value), origin);
		return;
	}
	while (span_word(&value, &word))
		env_set(a, to, "pip", key, arena_span(a, word), origin);
}

void pip_conf_read(struct arena *a, struct span text, const char *file, unsigned first,
		   struct env *to)
{
	struct ini ini = { .rest = text };
	struct span value;
	bool begins;

	while (ini_next(&ini, &value, &begins)) {
		const char *key = key_name(a, ini.section, ini.key);
		struct origin origin = { file, first + ini.line - 1, NULL };

		origin.text = begins ? arena_printf(a, SPAN_FMT " = " SPAN_FMT, SPAN_ARG(ini.key),
						    SPAN_ARG(value)) : arena_span(a, value);
		if (value.n)
			add(a, to, key, value, origin);
	}
}

/* The higher rank covers the lower one: variable, section of `install`, global. */
static int rank(const struct env_setting *s)
{
	if (s->origin.line == 0)
		return 2;
	return strncmp(s->key, "install.", 8) == 0;
}

static const char *plain_key(const char *key)
{
	return strncmp(key, "install.", 8) == 0 ? key + 8 : key;
}

static bool same_place(const struct env_setting *a, const struct env_setting *b)
{
	return strcmp(a->origin.file, b->origin.file) == 0 && rank(a) == rank(b);
}

/* Does b, which stands later in the list, cover a, or the other way round? */
static void compare(struct env_setting *a, struct env_setting *b)
{
	if (strcmp(plain_key(a->key), plain_key(b->key)) != 0 || strcmp(b->tool, "pip") != 0 ||
	    same_place(a, b))
		return;
	if (rank(a) > rank(b))
		b->effective = false;
	else
		a->effective = false;
}

void pip_conf_settle(struct env *e, size_t from)
{
	enum { MANY = 100 }; /* nobody writes more, and each is held against each */

	if (e->settings.n - from > MANY)
		return;
	for (size_t i = from; i < e->settings.n; i++)
		for (size_t k = i + 1; k < e->settings.n; k++)
			if (strcmp(e->settings.v[i].tool, "pip") == 0)
				compare(&e->settings.v[i], &e->settings.v[k]);
}

void pip_conf_variables(struct arena *a, const struct place *p, struct env *to)
{
	for (size_t i = 0; p->env && p->env[i]; i++) {
		struct span s = span_of(p->env[i]), name;
		struct origin origin = { NULL, 0, NULL };

		if (!span_starts(s, "PIP_") || !span_next(&s, '=', &name) || !s.n ||
		    span_is(name, "PIP_CONFIG_FILE"))
			continue;
		origin.file = arena_span(a, name);
		add(a, to, key_name(a, SPAN("global"), span_from(name, 4)), s, origin);
	}
}
