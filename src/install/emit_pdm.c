/*
 * A project of pdm. What is included is looked for nowhere else, and what is excluded not there
 * (pdm-project.org/latest/usage/config, "Specify index for individual packages"); that holds for
 * the project, whatever the extra or the platform.
 */
#include <string.h>

#include "install/emit_private.h"

/* One version of each package, from one place: all that a lock of pdm's holds. */
static bool is_one(const struct emit_page *e)
{
	for (size_t i = 1; i < e->n; i++) {
		if ((e->v[i].index != e->v[0].index && (!e->v[i].index || !e->v[0].index ||
		     strcmp(e->v[i].index, e->v[0].index) != 0)) || e->v[i].n != e->v[0].n)
			return false;
		for (size_t n = 0; n < e->v[i].n; n++)
			if (strcmp(emit_spec(e->a, &e->v[i].packages[n], false),
				   emit_spec(e->a, &e->v[0].packages[n], false)) != 0)
				return false;
	}
	return true;
}

bool emit_pdm(struct emit_page *e)
{
	if (!is_one(e))
		return false;
	emit_about(e);
	emit_toml_project(e, true);
	emit_line(e, "\n[tool.pdm]\ndistribution = false");
	if (e->v[0].index) {
		const struct emit_group *g = &e->v[0];
		const char *names = "";

		for (size_t i = 0; i < g->n; i++)
			if (g->packages[i].of_index)
				names = arena_printf(e->a, "%s%s\"%s\"", names, *names ? ", " : "",
						     g->packages[i].name);
		emit_line(e, "\n[[tool.pdm.source]]");
		emit_line(e, "name = \"%s\"", g->index_name);
		emit_line(e, "url = %s", emit_quoted(e->a, emit_url(e->a, g->index)));
		if (g->flat)
			emit_line(e, "type = \"find_links\"");
		emit_line(e, "include_packages = [%s]", names);
		emit_line(e, "exclude_packages = [\"*\"]");
	}
	if (e->pypi)
		emit_line(e, "\n[[tool.pdm.source]]\nname = \"pypi\"\nurl = %s",
			  emit_quoted(e->a, emit_url(e->a, e->pypi)));
	return true;
}
