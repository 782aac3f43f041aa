/* Cures in projects: what a manifest asks for, and where from, in the words of its program. */
#include <string.h>

#include "check/cure_private.h"

/* [tool.uv.sources] says already where that package comes from, or a line of Poetry does. */
static bool has_source(const struct checkup *k, enum installer by, const char *name)
{
	if (by == INSTALLER_POETRY && ANY(d, k->env->declared, d->name && d->index &&
					  strcmp(d->name, name) == 0))
		return true;
	return ANY(s, k->env->settings, s->tool == SETTING_UV && s->value &&
		   strcmp(s->key, "sources") == 0 && strcmp(s->value, name) == 0);
}

/* "name=url": the name that the project has for that URL; NULL: none. */
static const char *name_of(struct checkup *k, const char *url)
{
	EACH(const struct env_setting, s, k->env->settings) {
		const char *sign = s->value ? strchr(s->value, '=') : NULL;

		if (sign && strcmp(sign + 1, url) == 0 &&
		    (strstr(s->key, "index") || strstr(s->key, "source")))
			return arena_printf(k->arena, "%.*s", (int)(sign - s->value), s->value);
	}
	return NULL;
}

void cure_project_step(struct checkup *k, struct steps *to, const struct step *step)
{
	struct step s = *step;
	const char *there = s.index_url ? name_of(k, s.index_url) : NULL;

	if ((s.by == INSTALLER_UV && (s.verb == STEP_NAME_INDEX || !s.index_url)) ||
	    (s.by == INSTALLER_POETRY && !s.index_url)) {
		/* The source of what is added again stays, so that goes first. */
		struct strings names = { 0 };

		for (size_t i = 0; i < s.specs.n; i++) {
			const char *name = arena_span(k->arena,
						      span_sub(span_of(s.specs.v[i]), 0,
							       strcspn(s.specs.v[i], "=")));

			if (has_source(k, s.by, name))
				strings_add(k->arena, &names, name);
		}
		if (names.n)
			cure_step(k, to, STEP_DROP, OWNER_PIP, &names);
	}
	if (there) {
		s.index_name = there;
		s.index_there = true;
	}
	if (s.verb == STEP_NAME_INDEX && there && s.by != INSTALLER_UV)
		return;
	ARRAY_ADD(k->arena, *to) = s;
}
