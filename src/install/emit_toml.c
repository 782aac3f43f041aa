/* What the manifests of uv, Poetry and pdm have in common: [project], which is Python's own. */
#include "base/url.h"
#include "fact/build.h"
#include "install/emit_private.h"

/* TOML 1.0, "Keys". */
const char *emit_key(struct arena *a, const char *key)
{
	bool bare = *key;

	for (const char *c = key; *c; c++)
		bare &= ascii_alnum(*c) || *c == '_' || *c == '-';
	return bare ? key : emit_quoted(a, key);
}

void emit_toml_list(struct emit_page *e, const char *key, const struct strings *lines)
{
	if (!lines->n) {
		emit_line(e, "%s = []", key);
		return;
	}
	emit_line(e, "%s = [", key);
	for (size_t i = 0; i < lines->n; i++)
		emit_line(e, "    %s,", emit_quoted(e->a, lines->v[i]));
	emit_line(e, "]");
}

/* packaging.python.org/specifications/pyproject-toml: the tables [project] and its extras. */
void emit_toml_project(struct emit_page *e, bool label)
{
	struct python plain = e->python;
	struct strings lines = { 0 };
	char python[PYTHON_TEXT];

	plain.free_threaded = false;
	emit_line(e, "[project]");
	emit_line(e, "name = \"%s\"", EMIT_PROJECT);
	emit_line(e, "version = \"0\"");
	if (plain.major)
		emit_line(e, "requires-python = \"==%s.*\"", python_text(plain, python));
	if (!e->apart)
		lines = emit_lines(e, NULL, label);
	for (size_t i = 0; i < e->rest.n; i++)
		if (url_is_alone(e->rest.v[i]))
			emit_line(e, "# %s", emit_printable(e->a, e->rest.v[i]));
		else
			strings_add(e->a, &lines, e->rest.v[i]);
	emit_toml_list(e, "dependencies", &lines);
	if (!e->apart)
		return;
	emit_line(e, "\n[project.optional-dependencies]");
	for (size_t i = 0; i < e->names.n; i++) {
		lines = emit_lines(e, e->names.v[i], label);
		emit_toml_list(e, e->names.v[i], &lines);
	}
}
