/* Lines that stand for all others of their package: uv's override-dependencies. */
#include <string.h>

#include "read/env/env_private.h"

#include "base/text.h"

enum { OVERRIDES_MAX = 1000 }; /* lines more of one file */

/* Does line number i of the file ask for that package? */
static bool is_line(const struct env_tree *t, size_t i, const char *name)
{
	const struct env_declared *d = &t->to->declared.v[i];

	return name && d->name && strcmp(d->name, name) == 0 && d->origin.file == t->file &&
	       d->kind == DECLARED_REQUIREMENT;
}

/* The first of its group. */
static bool is_first_line(const struct env_tree *t, size_t i, const char *name)
{
	const struct env_declared *v = t->to->declared.v;

	for (size_t k = 0; k < i && is_line(t, i, name); k++)
		if (is_line(t, k, name) && text_same(v[k].group, v[i].group))
			return false;
	return is_line(t, i, name);
}

void env_override(const struct env_tree *t, const struct env *list)
{
	size_t n = t->to->declared.n, kept = 0;

	EACH(const struct env_declared, o, list->declared) {
		bool any = false;

		for (size_t i = 0; i < n && t->to->declared.n < n + OVERRIDES_MAX; i++) {
			struct env_declared d = *o;

			if (!is_first_line(t, i, o->name))
				continue;
			any = true;
			d.kind = DECLARED_REQUIREMENT;
			d.overrides = true;
			d.group = t->to->declared.v[i].group;
			ENV_ADD(t->a, t->to, declared) = d;
		}
		if (!any && o->name)
			ENV_ADD(t->a, t->to, declared) = *o;
	}
	for (size_t i = 0; i < t->to->declared.n; i++)
		if (i >= n || !ANY(o, list->declared, is_line(t, i, o->name)))
			t->to->declared.v[kept++] = t->to->declared.v[i];
	t->to->declared.n = kept;
}
