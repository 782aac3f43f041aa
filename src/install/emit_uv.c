/*
 * A project of uv. Rules: docs.astral.sh/uv/guides/integration/pytorch, and of its concepts
 * "Indexes" (explicit, format), "Dependency sources" (marker, extra), "Conflicting dependencies"
 * and "Limited resolution environments".
 */
#include <string.h>

#include "install/emit_private.h"

/* Extras that take one package from two indexes are locked only where they exclude each other. */
static void put_conflicts(struct emit_page *e)
{
	if (!e->apart)
		return;
	emit_line(e, "conflicts = [");
	emit_line(e, "    [");
	for (size_t i = 0; i < e->names.n; i++)
		emit_line(e, "        { extra = \"%s\" },", e->names.v[i]);
	emit_line(e, "    ],");
	emit_line(e, "]");
}

static void put_sources(struct emit_page *e)
{
	struct strings names = { 0 };

	for (size_t i = 0; i < e->n; i++)
		for (size_t n = 0; n < e->v[i].n; n++)
			if (e->v[i].packages[n].of_index)
				strings_add_once(e->a, &names, e->v[i].packages[n].name);
	if (names.n)
		emit_line(e, "\n[tool.uv.sources]");
	for (size_t i = 0; i < names.n; i++) {
		/* One package: where each group takes it from; those that do not stand here take it
		 * from PyPI. */
		emit_line(e, "%s = [", names.v[i]);
		EACH(const struct emit_group, g, *e) {
			if (!FIRST_OF(x, LIST(g->packages, g->n),
				      x->of_index && strcmp(x->name, names.v[i]) == 0))
				continue;
			emit_line(e, "    { index = \"%s\", marker = %s%s%s%s },", g->index_name,
				  emit_quoted(e->a, g->marker), e->apart ? ", extra = \"" : "",
				  e->apart ? g->name : "", e->apart ? "\"" : "");
		}
		emit_line(e, "]");
	}
}

/* Locked for the platforms of the plans alone: another would get what nobody looked at. */
bool emit_uv(struct emit_page *e)
{
	emit_about(e);
	emit_toml_project(e, false);
	emit_line(e, "\n[tool.uv]");
	emit_line(e, "package = false");
	emit_toml_list(e, "environments", &e->markers);
	put_conflicts(e);
	put_sources(e);
	/* Without `explicit` numpy and others would come from there too. */
	EACH(const struct emit_group, g, *e) {
		if (!emit_index_is_new(e, g))
			continue;
		emit_line(e, "\n[[tool.uv.index]]");
		emit_line(e, "name = \"%s\"", g->index_name);
		emit_line(e, "url = %s", emit_quoted(e->a, g->index));
		if (g->flat)
			emit_line(e, "format = \"flat\"");
		emit_line(e, "explicit = true");
	}
	if (e->pypi)
		emit_line(e, "\n[[tool.uv.index]]\nurl = %s\ndefault = true",
			  emit_quoted(e->a, e->pypi));
	return true;
}
