/* pyproject.toml: what a project asks for by PEP 621, PEP 735, uv and Poetry. */
#include <string.h>

#include "read/env/env_format.h"
#include "read/env/poetry.h"
#include "read/env/requirements.h"

static struct requirements reader(const struct env_tree *t, const char *group)
{
	return (struct requirements){ .a = t->a, .to = t->to, .group = group };
}

/* A list of requirements; tables in it (include-group) are passed over. */
static void read_list(const struct env_tree *t, const struct tree *list, const char *group,
		      bool constraints)
{
	struct requirements r = reader(t, group);

	r.constraints = constraints;
	for (const struct tree *d = tree_first(list); d; d = d->next)
		if (tree_text(d))
			requirements_add(&r, span_of(d->text), env_tree_origin(t, d));
}

static void read_groups(const struct env_tree *t, const struct tree *groups)
{
	for (const struct tree *g = tree_first(groups); g; g = g->next)
		if (g->kind == TREE_LIST)
			read_list(t, g, g->key, false);
}

/* [[tool.uv.index]]: every name and URL, the default one apart. */
static void read_uv_indexes(const struct env_tree *t, const struct tree *list)
{
	for (const struct tree *i = tree_first(list); i; i = i->next) {
		const char *url = tree_get_text(i, "url"), *name = tree_get_text(i, "name");
		const char *fallback = tree_get_text(i, "default");
		bool first = fallback && strcmp(fallback, "true") == 0;

		if (url)
			env_set(t->a, t->to, "uv", first ? "default-index" : "index",
				name ? arena_printf(t->a, "%s=%s", name, url) : url,
				env_tree_origin(t, tree_get(i, "url")));
	}
}

static const char *index_url(const struct tree *uv, const char *name)
{
	for (const struct tree *i = tree_first(tree_get(uv, "index")); i; i = i->next) {
		const char *one = tree_get_text(i, "name");

		if (one && strcmp(one, name) == 0)
			return tree_get_text(i, "url");
	}
	return NULL;
}

/* One source: { index = "name" }, { url = "…" }, { git = "…" }, perhaps with a marker. */
static void apply_source(const struct env_tree *t, const struct tree *uv, const char *name,
			 const struct tree *source)
{
	const char *index = tree_get_text(source, "index"), *url = tree_get_text(source, "url");

	if (!url)
		url = tree_get_text(source, "git");
	if (index && index_url(uv, index))
		index = index_url(uv, index);
	for (size_t i = 0; i < t->to->declared.n; i++) {
		struct env_declared *d = &t->to->declared.v[i];

		if (!d->name || strcmp(d->name, name) != 0 || d->origin.file != t->file)
			continue;
		d->index = index ? index : d->index;
		d->url = url ? url : d->url;
	}
}

static void read_sources(const struct env_tree *t, const struct tree *uv)
{
	for (const struct tree *s = tree_first(tree_get(uv, "sources")); s; s = s->next) {
		const char *name = python_name(t->a, span_of(s->key));

		if (s->kind == TREE_MAP)
			apply_source(t, uv, name, s);
		for (const struct tree *one = s->kind == TREE_LIST ? s->first : NULL; one;
		     one = one->next)
			apply_source(t, uv, name, one);
	}
}

void env_read_uv(const struct env_tree *t, const struct tree *uv)
{
	static const char *const keys[] = {
		"index-url", "extra-index-url", "find-links", "index-strategy", "torch-backend",
		"prerelease", "no-index",
	};

	if (!uv)
		return;
	read_list(t, tree_get(uv, "dev-dependencies"), "dev", false);
	read_list(t, tree_get(uv, "constraint-dependencies"), NULL, true);
	read_list(t, tree_get(uv, "override-dependencies"), "override", true);
	read_uv_indexes(t, tree_get(uv, "index"));
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct tree *v = tree_get(uv, keys[i]);

		if (tree_text(v))
			env_set(t->a, t->to, "uv", keys[i], v->text, env_tree_origin(t, v));
		for (const struct tree *e = tree_first(v); e; e = e->next)
			if (tree_text(e))
				env_set(t->a, t->to, "uv", keys[i], e->text,
					env_tree_origin(t, e));
	}
	read_sources(t, uv);
}

static void read_poetry(const struct env_tree *t, const struct tree *poetry)
{
	struct requirements r = reader(t, NULL);

	poetry_dependencies(t, &r, tree_get(poetry, "dependencies"));
	r.group = "dev";
	poetry_dependencies(t, &r, tree_get(poetry, "dev-dependencies"));
	for (const struct tree *g = tree_first(tree_get(poetry, "group")); g; g = g->next) {
		r.group = g->key;
		poetry_dependencies(t, &r, tree_get(g, "dependencies"));
	}
	for (const struct tree *s = tree_first(tree_get(poetry, "source")); s; s = s->next) {
		const char *url = tree_get_text(s, "url"), *name = tree_get_text(s, "name");

		if (url && name)
			env_set(t->a, t->to, "poetry", "source",
				arena_printf(t->a, "%s=%s", name, url),
				env_tree_origin(t, tree_get(s, "url")));
	}
}

void env_read_pyproject(const struct env_tree *t, const struct tree *root)
{
	const struct tree *project = tree_get(root, "project");
	const struct tree *python = tree_get(project, "requires-python");

	t->to->name = tree_get_text(project, "name");
	if (tree_text(python))
		env_set(t->a, t->to, "project", "requires-python", python->text,
			env_tree_origin(t, python));
	read_list(t, tree_get(project, "dependencies"), NULL, false);
	read_groups(t, tree_get(project, "optional-dependencies"));
	read_groups(t, tree_get(root, "dependency-groups"));
	read_list(t, tree_at(root, "build-system.requires"), "build-system", false);
	read_poetry(t, tree_at(root, "tool.poetry"));
	env_read_uv(t, tree_at(root, "tool.uv"));
	if (tree_at(root, "tool.pixi"))
		env_read_pixi(t, tree_at(root, "tool.pixi"));
}
