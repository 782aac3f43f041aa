/* What readers of lines and trees share: evidence, words, rows of conda. */
#include <string.h>

#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

struct origin env_origin(const struct env_text *t, size_t i)
{
	return (struct origin){ .file = t->file, .line = t->v[i].no,
				.text = arena_span(t->a, span_trim(t->v[i].s)) };
}

struct span env_block(const struct env_text *t, size_t i, size_t end)
{
	struct span ret = { NULL, 0 };
	size_t size = 0;
	char *to;

	for (size_t k = i; k < end; k++)
		size += t->v[k].s.n + 1;
	ret.p = to = arena_alloc(t->a, size + 1);
	for (; i < end; i++) {
		if (t->v[i].s.n)
			memcpy(to + ret.n, t->v[i].s.p, t->v[i].s.n);
		ret.n += t->v[i].s.n;
		to[ret.n++] = '\n';
	}
	return ret;
}

size_t env_words(struct span s, struct span *to, size_t max)
{
	size_t n = 0;

	while (n < max && span_word(&s, &to[n]))
		n++;
	return n;
}

bool env_is_name(struct span s)
{
	if (s.n == 0 || s.n > 200 || !(ascii_alnum(s.p[0]) || s.p[0] == '_'))
		return false;
	return !ANY(x, LIST(s.p, s.n), !ascii_alnum(*x) && !strchr("-_.", *x));
}

bool env_is_version(struct span s)
{
	bool digit = false;

	if (s.n == 0 || s.n > 200 || !ascii_alnum(s.p[0]))
		return false;
	for (size_t i = 0; i < s.n; i++) {
		if (!ascii_alnum(s.p[i]) && !strchr("-_.+!*", s.p[i]))
			return false;
		digit |= ascii_digit(s.p[i]);
	}
	return digit;
}

struct env_tree env_tree_of(const struct env_text *t, size_t i, struct env *to)
{
	return (struct env_tree){
		.a = t->a, .file = t->file, .first = t->v[i].no, .as = t->as, .files = t->files,
		.to = to, .v = t->v, .seen = t->seen, .n = t->n,
	};
}

struct origin env_tree_origin(const struct env_tree *t, const struct tree *node)
{
	unsigned line = t->first + node->line - 1;
	unsigned cut = t->v && line && line <= t->n ? t->v[line - 1].cut : 0;
	struct origin ret = { .file = t->file, .line = line,
			      .text = node->kind == TREE_TEXT ? node->text : NULL };

	if (node->end)
		ret.spot = (struct spot){ line, node->begin + cut, node->end + cut };
	return ret;
}

void env_tree_see(const struct env_tree *t, const struct tree *node)
{
	size_t line = node && t->seen ? t->first + node->line - 1 : 0;

	if (line && line <= t->n)
		t->seen[line - 1] = 1;
	for (const struct tree *c = line ? tree_first(node) : NULL; c; c = c->next)
		env_tree_see(t, c);
}

void env_tree_requirements(const struct env_tree *t, const struct tree *list, const char *group,
			   bool constraints)
{
	struct requirements r = {
		.a = t->a, .to = t->to, .group = group, .constraints = constraints,
	};

	env_tree_see(t, list);
	for (const struct tree *d = tree_first(list); d && !t->to->over; d = d->next)
		if (tree_text(d))
			requirements_add(&r, span_of(d->text), env_tree_origin(t, d));
}

void env_add_platform(const struct env_tree *t, const struct tree *at, const char *name,
		      const char *subdir, const char *cuda)
{
	env_set(t->a, t->to, SETTING_PIXI, "platforms.name",
		arena_printf(t->a, "%s=%s=%s", name ? name : subdir, subdir, cuda),
		(struct origin){ .file = t->file, .line = t->first + at->line - 1 })
		->effective = false;
}

enum env_owner env_owner_of(const char *installer, enum env_owner otherwise)
{
	static const enum env_owner all[] = { OWNER_PIP, OWNER_UV, OWNER_CONDA };

	for (size_t i = 0; installer && i < sizeof all / sizeof *all; i++)
		if (strcmp(installer, env_owner_name(all[i])) == 0)
			return all[i];
	return otherwise;
}

struct env_package *env_add_conda(struct arena *a, struct env *e, struct span name,
				  struct span version, struct span build, struct span channel,
				  struct origin origin)
{
	/* "pypi_0", "<pip>", "pypi" */
	bool pip = span_is(channel, "pypi") || span_starts(build, "pypi_") ||
		   span_is(build, "<pip>") || span_is(build, "pypi");
	struct env_package *p = env_add(a, e, name, version, pip ? OWNER_PIP : OWNER_CONDA, origin);

	if (pip)
		return p;
	p->build = build.n ? arena_span(a, build) : NULL;
	p->channel = channel.p ? arena_span(a, channel) : NULL;
	return p;
}

const char *env_variable_key(struct arena *a, struct span name)
{
	char *key = arena_span(a, name);

	for (char *p = key; *p; p++)
		*p = *p == '_' ? '-' : ascii_lower(*p);
	return key;
}

bool env_variable_next(const struct place *p, size_t *i, const char *begin, struct span *name,
		       struct span *value)
{
	while (p->env && p->env[*i]) {
		*value = span_of(p->env[(*i)++]);
		if (span_starts(*value, begin) && span_next(value, '=', name) && value->p)
			return true;
	}
	return false;
}
