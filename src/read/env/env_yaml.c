/* YAML in a text: environment.yml and exports, lock files, .condarc. Finds where it ends. */
#include <string.h>

#include "door/yaml.h"
#include "read/env/condarc.h"
#include "read/env/env_format.h"

/* "key:" at the beginning of a line, without white space before it. */
static struct span top_key(struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_alnum(s.p[n]) || s.p[n] == '_' || s.p[n] == '-'))
		n++;
	if (n == 0 || n >= s.n || s.p[n] != ':' || (n + 1 < s.n && !ascii_space(s.p[n + 1])))
		return (struct span){ NULL, 0 };
	return span_sub(s, 0, n);
}

static bool begins(const struct env_text *t, size_t i)
{
	static const char *const words[] = {
		"name", "channels", "dependencies", "prefix", "variables", "platforms", "version",
		"metadata", "package", "packages", "environments", NULL,
	};
	struct span key = top_key(t->v[i].s);

	if (!key.n)
		return false;
	for (const char *const *w = words; *w; w++)
		if (span_is(key, *w))
			return true;
	return condarc_knows(key);
}

static bool continues(struct span s)
{
	return !s.n || ascii_space(s.p[0]) || s.p[0] == '#' || span_starts(s, "- ") ||
	       span_is(s, "-") || top_key(s).n || s.p[0] == ']' || s.p[0] == '}';
}

static void read_tree(const struct env_tree *t, const struct tree *root, struct span text)
{
	if (tree_get(root, "environments") && tree_get(root, "packages"))
		env_read_pixi_lock(t, root);
	else if (tree_get(root, "package"))
		env_read_conda_lock(t, root);
	else if (tree_get(root, "dependencies"))
		env_read_environment(t, root);
	else
		condarc_settings(t, root, text);
}

static size_t read_block(const struct env_text *t, size_t i, struct env *to)
{
	struct env_tree in = { t->a, t->file, t->v[i].no, t->as, t->files, to };
	struct tree *root = NULL;
	size_t end = i + 1;
	struct span text;
	struct err e;

	while (end < t->n && continues(t->v[end].s))
		end++;
	text = env_block(t, i, end);
	if (yaml_parse(t->a, text, &root, NULL, &e))
		env_problem(t->a, to, env_origin(t, i), "%s", e.text);
	else if (root)
		read_tree(&in, root, text);
	return end;
}

const struct env_format env_yaml = { "YAML", begins, read_block };
