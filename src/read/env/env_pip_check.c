/*
 * What pip says of packages that do not go together, from `pip check` and at the end of an install:
 * "fastai 2.7.9 has requirement torch<1.14,>=1.7, but you have torch 2.1.0.",
 * "fastai 2.7.9 requires torch<1.14,>=1.7, but you have torch 2.1.0 which is incompatible."
 */
#include <string.h>

#include "read/env/env_format.h"

struct complaint {
	struct span name, version, requirement, other, have;
};

static bool take_until(struct span *s, const char *mark, struct span *ret)
{
	ptrdiff_t at = span_find(*s, mark);

	if (at < 0)
		return false;
	*ret = span_trim(span_sub(*s, 0, (size_t)at));
	*s = span_from(*s, (size_t)at + strlen(mark));
	return true;
}

static bool parse(struct span s, struct complaint *c)
{
	struct span head;

	s = span_trim(s);
	(void)(span_take(&s, "ERROR: ") || span_take(&s, "WARNING: "));
	if (!take_until(&s, " has requirement ", &head) && !take_until(&s, " requires ", &head))
		return false;
	if (!span_word(&head, &c->name) || !span_word(&head, &c->version) ||
	    span_trim(head).n || !env_is_name(c->name) || !env_is_version(c->version))
		return false;
	if (!take_until(&s, ", but you have ", &c->requirement) &&
	    !take_until(&s, ", but you'll have ", &c->requirement))
		return false;
	if (!span_word(&s, &c->other) || !span_word(&s, &c->have))
		return false;
	while (c->have.n && strchr(".,", c->have.p[c->have.n - 1]))
		c->have.n--;
	return env_is_name(c->other) && env_is_version(c->have) && c->requirement.n;
}

static bool begins(const struct env_text *t, size_t i)
{
	struct complaint c;

	return span_find(t->v[i].s, ", but you") > 0 && parse(t->v[i].s, &c);
}

static struct env_package *package(const struct env_text *t, struct env *to, struct span name,
				   struct span version, size_t at)
{
	struct env_package *p = env_add(t->a, to, name, version, OWNER_PIP, env_origin(t, at));

	for (size_t i = 0; i + 1 < to->packages.n; i++)
		if (strcmp(to->packages.v[i].name, p->name) == 0) {
			to->packages.n--;
			return &to->packages.v[i];
		}
	return p;
}

static size_t read(const struct env_text *t, size_t i, struct env *to)
{
	struct complaint c;
	struct env_package *p;

	if (parse(t->v[i].s, &c)) {
		p = package(t, to, c.name, c.version, i);
		strings_add(t->a, &p->requires, arena_span(t->a, c.requirement));
		(void)package(t, to, c.other, c.have, i);
	}
	return i + 1;
}

const struct env_format env_pip_check = { "pip check", begins, read };
