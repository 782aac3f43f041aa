/* Lines that stand for all others of their package: uv's override-dependencies. */
#include <string.h>

#include "read/env/env_private.h"

#include "base/text.h"

enum { OVERRIDES_MAX = 100 }; /* lines that one package gets more */

/* Does line number i of the file ask for that package? */
static bool is_line(const struct env_tree *t, size_t i, const char *name)
{
	const struct env_declared *d = &t->to->declared.v[i];

	return d->name && strcmp(d->name, name) == 0 && d->origin.file == t->file &&
	       d->kind == DECLARED_REQUIREMENT;
}

/* The first of its group. */
static bool is_first_line(const struct env_tree *t, size_t i, const char *name)
{
	const struct env_declared *v = t->to->declared.v;

	for (size_t k = 0; k < i; k++)
		if (is_line(t, k, name) && text_same(v[k].group, v[i].group))
			return false;
	return is_line(t, i, name);
}

/* One package's overrides, of `list` from `first` on: each stands for every line of that name. */
static void override_lines(const struct env_tree *t, const struct env *list, size_t first)
{
	const char *name = list->declared.v[first].name;
	size_t n = t->to->declared.n, kept = 0;
	bool any = false;

	for (size_t i = 0; i < n; i++)
		any |= is_line(t, i, name);
	for (size_t k = first; k < list->declared.n; k++) {
		const struct env_declared *o = &list->declared.v[k];

		if (!o->name || strcmp(o->name, name) != 0)
			continue;
		for (size_t i = 0; i < n && t->to->declared.n < n + OVERRIDES_MAX; i++)
			if (is_first_line(t, i, name)) {
				struct env_declared d = *o;

				d.kind = DECLARED_REQUIREMENT;
				d.overrides = true;
				d.group = t->to->declared.v[i].group;
				ENV_ADD(t->a, t->to, declared) = d;
			}
		if (!any)
			ENV_ADD(t->a, t->to, declared) = *o;
	}
	for (size_t i = 0; i < t->to->declared.n; i++)
		if (i >= n || !is_line(t, i, name))
			t->to->declared.v[kept++] = t->to->declared.v[i];
	t->to->declared.n = kept;
}

void env_override(const struct env_tree *t, const struct env *list)
{
	for (size_t i = 0; i < list->declared.n; i++) {
		bool first = list->declared.v[i].name != NULL;

		for (size_t k = 0; first && k < i; k++)
			first = !list->declared.v[k].name ||
				strcmp(list->declared.v[k].name, list->declared.v[i].name) != 0;
		if (first)
			override_lines(t, list, i);
	}
}
