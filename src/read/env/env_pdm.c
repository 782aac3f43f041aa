/* Sources of pdm: [[tool.pdm.source]] of a pyproject.toml. */
#include <string.h>

#include "read/env/env_private.h"

/* "torch", "torch*" */
static bool fits(const char *pattern, const char *name)
{
	struct span s = span_of(pattern);

	if (span_ends(s, "*"))
		return strncmp(pattern, name, s.n - 1) == 0;
	return strcmp(pattern, name) == 0;
}

/* What a source includes is looked for nowhere else. */
static void bind_included(const struct env_tree *t, const struct tree *list, const char *url)
{
	env_tree_see(t, list);
	for (const struct tree *e = tree_first(list); e; e = e->next)
		EACH_WHILE(struct env_declared, d, t->to->declared, tree_text(e))
			if (d->name && d->origin.file == t->file && fits(e->text, d->name))
				d->index = url;
}

/*
 * [[tool.pdm.source]]: "pypi" stands in the place of PyPI, others beside it; one that includes
 * packages and excludes all others is for these alone (pdm-project.org/latest/usage/config,
 * "Configure the package indexes").
 */
static void read_pdm_source(const struct env_tree *t, const struct tree *s)
{
	const char *url = tree_get_text(s, "url"), *name = tree_get_text(s, "name");
	const struct tree *in = tree_get(s, "include_packages"), *out;
	bool alone = false;

	if (!url)
		return;
	out = tree_get(s, "exclude_packages");
	for (const struct tree *e = tree_first(out); e; e = e->next)
		alone |= tree_text(e) && strcmp(e->text, "*") == 0;
	if (alone && name)
		env_set(t->a, t->to, SETTING_PIP, "explicit-index",
			arena_printf(t->a, "%s=%s", name, url),
			env_tree_origin(t, tree_get(s, "url")))->effective = false;
	else
		env_set(t->a, t->to, SETTING_PIP,
			name && strcmp(name, "pypi") == 0 ? "index-url" : "extra-index-url",
			url, env_tree_origin(t, tree_get(s, "url")));
	bind_included(t, in, url);
}

void env_read_pdm_sources(const struct env_tree *t, const struct tree *list)
{
	for (const struct tree *s = tree_first(list); s; s = s->next)
		read_pdm_source(t, s);
}
