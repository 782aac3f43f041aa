/* TOML in a text: pyproject.toml, pixi.toml, uv.toml, uv.lock, poetry.lock. Finds where it ends. */
#include <string.h>

#include "read/env/env_format.h"
#include "read/env/toml.h"

static bool begins(const struct env_text *t, size_t i)
{
	static const char *const starts[] = {
		"[project]", "[project.", "[build-system]", "[tool.", "[[tool.", "[workspace]",
		"[dependencies]", "[pypi-dependencies]", "[feature.", "[environments]",
		"[dependency-groups]", "[[package]]", "[system-requirements]", "[target.",
		"[manifest]", "[[index]]", "index-url = \"", "extra-index-url = [",
		"torch-backend = \"", NULL,
	};

	for (const char *const *p = starts; *p; p++)
		if (span_starts(t->v[i].s, *p))
			return true;
	return false;
}

static bool ends(struct span s)
{
	return span_starts(s, "```") || span_starts(s, "$ ") || span_starts(s, "# packages in env");
}

static bool is_uv(const struct tree *root)
{
	static const char *const keys[] = { "index", "index-url", "extra-index-url",
					    "torch-backend" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (tree_get(root, keys[i]))
			return true;
	return false;
}

static void read_tree(const struct env_tree *t, const struct tree *root)
{
	const struct tree *package = tree_get(root, "package");

	if (package && package->kind == TREE_LIST)
		env_read_uv_lock(t, root);
	else if (tree_get(root, "project") || tree_get(root, "tool") ||
		 tree_get(root, "dependency-groups") || tree_get(root, "build-system"))
		env_read_pyproject(t, root);
	else if (is_uv(root))
		env_read_uv(t, root);
	if (tree_get(root, "workspace") || tree_get(root, "dependencies") ||
	    tree_get(root, "pypi-dependencies") || tree_get(root, "feature"))
		env_read_pixi(t, root);
}

static size_t read_block(const struct env_text *t, size_t i, struct env *to)
{
	struct env_tree in = { t->a, t->file, t->v[i].no, t->as, t->files, to };
	struct tree *root = NULL;
	size_t end = i + 1;
	struct err e;

	while (end < t->n && !ends(t->v[end].s))
		end++;
	if (toml_parse(t->a, env_block(t, i, end), &root, &e))
		env_problem(t->a, to, env_origin(t, i), "%s", e.text);
	if (root)
		read_tree(&in, root);
	return end;
}

const struct env_format env_toml = { "TOML", begins, read_block };
