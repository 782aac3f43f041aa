#include <string.h>

#include "fact/env.h"

#define APPEND(a, to, from, list) \
	for (size_t at_ = 0; at_ < (from)->list.n; at_++) \
		ARRAY_ADD(a, (to)->list) = (from)->list.v[at_]

static void keep(const char **to, const char *from)
{
	*to = *to ? *to : from;
}

static bool lists(const char *words, const char *word)
{
	struct span rest = span_of(words), one;

	while (span_next(&rest, ',', &one))
		if (span_is(span_trim(one), word))
			return true;
	return false;
}

/* Each name once, joined by ", ". */
static void name_both(struct arena *a, const char **to, const char *from)
{
	if (*to && from && !lists(*to, from))
		*to = arena_printf(a, "%s, %s", *to, from);
	else
		keep(to, from);
}

void env_join(struct arena *a, struct env *to, const struct env *from)
{
	APPEND(a, to, from, packages);
	APPEND(a, to, from, declared);
	APPEND(a, to, from, settings);
	APPEND(a, to, from, libraries);
	APPEND(a, to, from, leftovers);
	APPEND(a, to, from, offers);
	APPEND(a, to, from, toolkits);
	APPEND(a, to, from, problems);
	APPEND(a, to, from, virtuals);
	APPEND(a, to, from, channels);
	name_both(a, &to->source, from->source);
	name_both(a, &to->format, from->format);
	keep(&to->prefix, from->prefix);
	keep(&to->name, from->name);
	keep(&to->tool, from->tool);
	keep(&to->project, from->project);
	keep(&to->python, from->python);
	keep(&to->python_full, from->python_full);
	keep(&to->platform, from->platform);
	if (to->available == TRI_UNKNOWN)
		to->available = from->available;
	if (to->kind == ENV_UNKNOWN || to->kind == ENV_PASTED)
		to->kind = from->kind;
}
