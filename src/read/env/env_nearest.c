/*
 * The nearest line above that says something of a name: commands ask for the same few names line
 * after line, so it is remembered how far was looked, and a text is gone through once for each.
 */
#include <string.h>

#include "read/env/env_private.h"

enum { LOOK_BACK = 200 };

static bool look(const struct env_text *t, struct span name, size_t from, size_t least,
		 struct env_nearest *to)
{
	for (size_t i = from + 1; i-- > least;)
		if (to->says(t->v[i].s, name, &to->value)) {
			to->at = i;
			return true;
		}
	return false;
}

/* NULL: it is not remembered. */
static struct env_nearest *place_of(struct env_memory *m, env_says *says, struct span name)
{
	struct env_nearest *k = &m->v[m->n];

	for (size_t i = 0; i < m->n; i++)
		if (m->v[i].says == says && span_is(name, m->v[i].name))
			return &m->v[i];
	if (m->n == ENV_KNOWN || name.n >= sizeof k->name)
		return NULL;
	*k = (struct env_nearest){ .says = says };
	memcpy(k->name, name.p, name.n);
	m->n++;
	return k;
}

bool env_nearest(const struct env_text *t, env_says *says, struct span name, size_t i,
		 struct env_nearest *ret)
{
	struct env_nearest *k = place_of(t->memory, says, name);

	if (k && k->upto <= i) {
		k->found |= look(t, name, i, k->upto, k);
		k->upto = i + 1;
	}
	*ret = k ? *k : (struct env_nearest){ .says = says };
	if (!k || (k->found && k->at > i))
		ret->found = look(t, name, i, i > LOOK_BACK ? i - LOOK_BACK : 0, ret);
	return ret->found;
}
