/* Environments of hatch: hatch.pypa.io/latest/config/environment/overview. */
#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

/* Where the packages of one of its environments come from: of several indexes uv takes the first
 * that has the package. */
static void read_hatch_index(const struct env_tree *t, const struct tree *vars, size_t from)
{
	static const char *const names[] = { "UV_INDEX", "UV_EXTRA_INDEX_URL", "UV_DEFAULT_INDEX",
					     "UV_INDEX_URL", "PIP_INDEX_URL" };
	const char *url = NULL;

	for (size_t i = 0; !url && i < sizeof names / sizeof *names; i++) {
		struct span name = span_of(names[i]);

		url = tree_get_text(vars, names[i]);
		if (url && span_take(&name, "UV_"))
			env_set(t->a, t->to, SETTING_UV,
				arena_printf(t->a, "hatch.%s", env_variable_key(t->a, name)), url,
				env_tree_origin(t, tree_get(vars, names[i])))->effective = false;
	}
	for (size_t i = from; url && i < t->to->declared.n; i++)
		t->to->declared.v[i].index = url;
	if (tree_get_text(vars, "PIP_EXTRA_INDEX_URL"))
		env_set(t->a, t->to, SETTING_PIP, "extra-index-url",
			tree_get_text(vars, "PIP_EXTRA_INDEX_URL"),
			env_tree_origin(t, tree_get(vars, "PIP_EXTRA_INDEX_URL")));
	env_tree_see(t, vars);
}

/* [tool.hatch.envs.NAME]: each environment asks for more than the project. */
void env_read_hatch(const struct env_tree *t, const struct tree *hatch)
{
	for (const struct tree *e = tree_first(tree_get(hatch, "envs")); e; e = e->next) {
		size_t from = t->to->declared.n;

		if (!e->key)
			continue;
		env_tree_requirements(t, tree_get(e, "dependencies"), e->key, false);
		env_tree_requirements(t, tree_get(e, "extra-dependencies"), e->key, false);
		read_hatch_index(t, tree_get(e, "env-vars"), from);
	}
}
