/* pyproject.toml: what a project asks for by PEP 621, PEP 735, uv and Poetry. */
#include <string.h>

#include "read/env/env_format.h"
#include "read/env/poetry.h"
#include "read/env/requirements.h"

/* A list of requirements; tables in it (include-group) are passed over. */
static void read_list(const struct env_tree *t, const struct tree *list, const char *group)
{
	struct requirements r = { .a = t->a, .to = t->to, .group = group };

	for (const struct tree *d = tree_first(list); d; d = d->next)
		if (tree_text(d))
			requirements_add(&r, span_of(d->text), env_tree_origin(t, d));
}

static void read_groups(const struct env_tree *t, const struct tree *groups)
{
	for (const struct tree *g = tree_first(groups); g; g = g->next)
		if (g->kind == TREE_LIST)
			read_list(t, g, g->key);
}

static void read_poetry(const struct env_tree *t, const struct tree *poetry)
{
	struct requirements r = { .a = t->a, .to = t->to };

	poetry_dependencies(t, &r, tree_get(poetry, "dependencies"));
	r.group = "dev";
	poetry_dependencies(t, &r, tree_get(poetry, "dev-dependencies"));
	for (const struct tree *g = tree_first(tree_get(poetry, "group")); g; g = g->next) {
		r.group = g->key;
		poetry_dependencies(t, &r, tree_get(g, "dependencies"));
	}
	for (const struct tree *s = tree_first(tree_get(poetry, "source")); s; s = s->next) {
		const char *url = tree_get_text(s, "url"), *name = tree_get_text(s, "name");
		const char *priority = tree_get_text(s, "priority");
		bool named = priority && (strcmp(priority, "explicit") == 0 ||
					  strcmp(priority, "supplemental") == 0);

		if (url && name)
			env_set(t->a, t->to, "poetry", named ? "explicit-source" : "source",
				arena_printf(t->a, "%s=%s", name, url),
				env_tree_origin(t, tree_get(s, "url")))->effective = !named;
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
	read_list(t, tree_get(project, "dependencies"), NULL);
	read_groups(t, tree_get(project, "optional-dependencies"));
	read_groups(t, tree_get(root, "dependency-groups"));
	read_list(t, tree_at(root, "build-system.requires"), "build-system");
	read_poetry(t, tree_at(root, "tool.poetry"));
	env_read_uv_project(t, tree_at(root, "tool.uv"));
	if (tree_at(root, "tool.pixi"))
		env_read_pixi(t, tree_at(root, "tool.pixi"));
}
