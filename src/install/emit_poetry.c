/*
 * A project of Poetry, 2.0 or later: python-poetry.org/docs/repositories ("Explicit package
 * sources", "Single page link sources") and docs/dependency-specification ("Multiple constraints
 * dependencies", "Exclusive extras").
 */
#include <string.h>

#include "install/emit_private.h"

/* An explicit source serves only what names it. */
static void put_sources(struct emit_page *e)
{
	EACH(const struct emit_group, g, *e) {
		if (!emit_index_is_new(e, g))
			continue;
		emit_line(e, "\n[[tool.poetry.source]]");
		emit_line(e, "name = \"%s\"", g->index_name);
		emit_line(e, "url = %s", emit_quoted(e->a, emit_url(e->a, g->index)));
		emit_line(e, "priority = \"explicit\"");
	}
	if (e->pypi)
		emit_line(e, "\n[[tool.poetry.source]]\nname = \"mirror\"\nurl = %s\n"
			  "priority = \"primary\"", emit_quoted(e->a, emit_url(e->a, e->pypi)));
}

/* "extra == 'cu126' and extra != 'cu118'": extras that exclude each other. */
static const char *only(const struct emit_page *e, const struct emit_group *g)
{
	const char *text = arena_join(e->a, SPAN("extra == '"), span_of(g->name), SPAN("'"));

	for (size_t i = 0; i < e->names.n; i++)
		if (strcmp(e->names.v[i], g->name) != 0)
			text = arena_join(e->a, span_of(text), SPAN(" and extra != '"),
					  span_of(e->names.v[i]), SPAN("'"));
	return text;
}

static const char *marker_of(const struct emit_page *e, const struct emit_group *g)
{
	if (!e->apart)
		return e->several ? g->marker : NULL;
	return e->several ? arena_join(e->a, span_of(g->marker), SPAN(" and "),
				       span_of(only(e, g))) : only(e, g);
}

static void put_entry(struct emit_page *e, const struct emit_group *g,
		      const struct emit_package *p)
{
	const char *marker = marker_of(e, g);
	const char *version = *p->spec ? arena_printf(e->a, "%s%s", p->spec, p->label) : "*";

	buf_printf(e->out, "    { %s = %s", p->url ? "url" : "version",
		   emit_quoted(e->a, p->url ? emit_url(e->a, p->url) : version));
	if (marker)
		buf_printf(e->out, ", markers = %s", emit_quoted(e->a, marker));
	if (p->of_index)
		buf_printf(e->out, ", source = \"%s\"", g->index_name);
	else if (e->apart)
		buf_printf(e->out, ", source = \"%s\"", e->pypi ? "mirror" : "PyPI");
	emit_line(e, "%s },", e->apart ? ", optional = true" : "");
}

bool emit_poetry(struct emit_page *e)
{
	struct strings names = { 0 };

	for (size_t i = 0; i < e->n; i++)
		for (size_t n = 0; n < e->v[i].n; n++)
			strings_add_once(e->a, &names, e->v[i].packages[n].name);
	emit_about(e);
	emit_toml_project(e, true);
	emit_line(e, "\n[tool.poetry]\npackage-mode = false");
	emit_line(e, "\n[tool.poetry.dependencies]");
	for (size_t i = 0; i < names.n; i++) {
		emit_line(e, "%s = [", emit_key(e->a, names.v[i]));
		for (size_t k = 0; k < e->n; k++)
			for (size_t m = 0; m < e->v[k].n; m++)
				if (strcmp(e->v[k].packages[m].name, names.v[i]) == 0)
					put_entry(e, &e->v[k], &e->v[k].packages[m]);
		emit_line(e, "]");
	}
	put_sources(e);
	return true;
}
