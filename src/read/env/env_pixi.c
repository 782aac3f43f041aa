/* pixi.toml, and the same below [tool.pixi]: packages by feature and target. */
#include <string.h>

#include "read/env/env_format.h"
#include "read/env/poetry.h"
#include "read/env/requirements.h"

struct part {
	const char *group, *platform;
};

/* "2.5.*", or { version = "2.5.*", build = "*cuda*", channel = "conda-forge" } */
static void add_conda(const struct env_tree *t, const struct part *p, const struct tree *d)
{
	const char *version = tree_text(d) ? d->text : tree_get_text(d, "version");
	const char *build = tree_get_text(d, "build"), *channel = tree_get_text(d, "channel");
	const char *v = version && *version ? version : "*";
	struct env_declared one = { .kind = DECLARED_SPEC, .group = p->group };
	struct err e;

	one.platform = p->platform;
	one.origin = env_tree_origin(t, d);
	one.origin.text = arena_printf(t->a, "%s = \"%s\"", d->key, v);
	one.text = arena_printf(t->a, "%s%s%s %s%s%s", channel ? channel : "", channel ? "::" : "",
				d->key, v, build ? " " : "", build ? build : "");
	one.url = tree_get_text(d, "url");
	one.parsed = matchspec_parse(t->a, span_of(one.text), &one.spec, &e) == 0;
	one.name = project_name(t->a, span_of(d->key));
	if (!one.parsed)
		env_problem(t->a, t->to, one.origin, "not understood: %s", e.text);
	ARRAY_ADD(t->a, t->to->declared) = one;
}

static void add_pypi(const struct env_tree *t, const struct part *p, const struct tree *d)
{
	struct requirements r = { .a = t->a, .to = t->to, .group = p->group, .under_pip = true };
	const char *version = tree_text(d) ? d->text : tree_get_text(d, "version");
	bool any = !version || strcmp(version, "*") == 0;
	const char *v = any ? "" : poetry_version(t->a, span_of(version));
	struct origin origin = env_tree_origin(t, d);
	struct env_declared *one;

	origin.text = arena_printf(t->a, "%s = \"%s\"", d->key, version ? version : "*");
	one = requirements_add(&r, span_of(arena_printf(t->a, "%s%s", d->key, v ? v : "")), origin);
	one->platform = p->platform;
	one->index = tree_get_text(d, "index");
	one->url = tree_get_text(d, "url") ? tree_get_text(d, "url") : tree_get_text(d, "git");
}

static void read_part(const struct env_tree *t, const struct part *p, const struct tree *in)
{
	const struct tree *conda = tree_get(in, "dependencies"), *pypi;
	const struct tree *requires = tree_get(in, "system-requirements");

	pypi = tree_get(in, "pypi-dependencies");
	for (const struct tree *d = tree_first(conda); d; d = d->next)
		if (d->key)
			add_conda(t, p, d);
	for (const struct tree *d = tree_first(pypi); d; d = d->next)
		if (d->key)
			add_pypi(t, p, d);
	for (const struct tree *s = tree_first(requires); s; s = s->next)
		if (tree_text(s) && s->key)
			env_set(t->a, t->to, "pixi",
				arena_printf(t->a, "system-requirements.%s", s->key), s->text,
				env_tree_origin(t, s));
}

static void read_targets(const struct env_tree *t, const char *group, const struct tree *in)
{
	struct part whole = { group, NULL };

	read_part(t, &whole, in);
	for (const struct tree *x = tree_first(tree_get(in, "target")); x; x = x->next) {
		struct part one = { group, x->key };

		read_part(t, &one, x);
	}
}

/* "linux-64", or { platform = "linux-64", cuda = "12" } */
static void read_platform(const struct env_tree *t, const struct tree *p)
{
	const char *name = tree_text(p) ? p->text : tree_get_text(p, "platform");
	const struct tree *cuda = tree_get(p, "cuda");

	if (name)
		env_set(t->a, t->to, "pixi", "platforms", name, env_tree_origin(t, p));
	if (tree_text(cuda))
		env_set(t->a, t->to, "pixi", "platforms.cuda", cuda->text,
			env_tree_origin(t, cuda));
}

/* Where packages of PyPI come from. */
static void read_pypi_options(const struct env_tree *t, const struct tree *in)
{
	const struct tree *index = tree_get(in, "index-url");

	if (tree_text(index))
		env_set(t->a, t->to, "pixi", "index-url", index->text, env_tree_origin(t, index));
	for (const struct tree *e = tree_first(tree_get(in, "extra-index-urls")); e; e = e->next)
		if (tree_text(e))
			env_set(t->a, t->to, "pixi", "extra-index-urls", e->text,
				env_tree_origin(t, e));
}

void env_read_pixi(const struct env_tree *t, const struct tree *root)
{
	const struct tree *head = tree_get(root, "workspace");

	head = head ? head : tree_get(root, "project");
	for (const struct tree *c = tree_first(tree_get(head, "channels")); c; c = c->next) {
		const char *name = tree_text(c) ? c->text : tree_get_text(c, "channel");

		if (name)
			strings_add(t->a, &t->to->channels, name);
	}
	for (const struct tree *p = tree_first(tree_get(head, "platforms")); p; p = p->next)
		read_platform(t, p);
	read_pypi_options(t, tree_get(root, "pypi-options"));
	read_targets(t, NULL, root);
	for (const struct tree *f = tree_first(tree_get(root, "feature")); f; f = f->next)
		if (f->key)
			read_targets(t, f->key, f);
}
