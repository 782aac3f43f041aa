/* Lists of pip: requirements with their indexes, and constraints, which name none. */
#include <string.h>

#include "fact/build.h"
#include "fact/row.h"
#include "install/emit_private.h"

/*
 * Options of a list are split as a shell does, behind the cut of remarks
 * (pip.pypa.io/en/stable/reference/requirements-file-format, pip/_internal/req/req_file.py).
 */
const char *emit_pip_line(struct arena *a, const char *line)
{
	const char *value = *line == '-' ? strchr(line, ' ') : NULL;

	if (!value || !strpbrk(value + 1, " \t#\\\"'"))
		return emit_printable(a, line);
	return arena_printf(a, "%.*s %s", (int)(value - line), line, emit_quoted(a, value + 1));
}

static void add_option(struct emit_page *e, const char *option, const char *url, struct strings *to)
{
	strings_printf(e->a, to, "%s %s", option, emit_url(e->a, url));
}

/* A package of an index without a label, which PyPI has by the same number. */
static bool is_bare(const struct emit_group *g)
{
	return ANY(x, LIST(g->packages, g->n), x->of_index && !*x->label && !strchr(x->spec, '+'));
}

/* Of two files of one version the one counts that the first index has; NULL: no group has one. */
static const char *first_index(const struct emit_page *e, bool *two)
{
	const char *first = NULL;

	for (int bare = 1; bare >= 0; bare--)
		EACH(const struct emit_group, g, *e) {
			if (!g->index || g->flat || g->beside || is_bare(g) != bare)
				continue;
			*two |= bare && first && strcmp(first, g->index) != 0;
			first = first ? first : g->index;
		}
	return first;
}

/* Whether all that is asked for comes from one index. */
static bool is_alone(const struct emit_page *e, const char *first)
{
	return !ANY(x, *e, !x->index || strcmp(x->index, first) != 0) && e->rest.n == 0;
}

bool emit_index_is_new(const struct emit_page *e, const struct emit_group *g)
{
	for (const struct emit_group *x = e->v; g->index && x < g; x++)
		if (x->index && strcmp(x->index, g->index) == 0)
			return false;
	return g->index != NULL;
}

static void add_indexes(struct emit_page *e, const char *first, struct strings *to)
{
	if (first)
		add_option(e, "--index-url", first, to);
	EACH(const struct emit_group, g, *e) {
		if (emit_index_is_new(e, g) && !(first && strcmp(first, g->index) == 0))
			add_option(e, g->flat ? "--find-links" : "--extra-index-url", g->index,
				   to);
	}
	if (!first && e->pypi)
		add_option(e, "--index-url", e->pypi, to);
	else if (first && !is_alone(e, first))
		add_option(e, "--extra-index-url", e->pypi ? e->pypi :
			   row_home(e->a, CHANNEL_PYPI), to);
}

static void put_lines(struct emit_page *e, const struct strings *lines)
{
	for (size_t i = 0; i < lines->n; i++)
		emit_line(e, "%s", emit_pip_line(e->a, lines->v[i]));
}

/* Two plans of one platform would be one line against the other. */
bool emit_pip_lines(struct emit_page *e, struct strings *to)
{
	struct strings lines = emit_lines(e, NULL, true);
	bool two = false;
	const char *first = first_index(e, &two);

	if (e->apart || two)
		return false;
	add_indexes(e, first, to);
	strings_add_all(e->a, to, &lines);
	strings_add_all(e->a, to, &e->rest);
	return true;
}

bool emit_group_lines(const struct emit_page *e, const struct emit_group *g, struct strings *to)
{
	struct emit_group copy = *g;
	struct emit_page one = { .a = e->a, .v = &copy, .n = 1, .rest = g->rest, .pypi = e->pypi };

	strings_add(e->a, &one.platforms, g->plan->build->platform);
	return emit_pip_lines(&one, to);
}

bool emit_requirements(struct emit_page *e)
{
	struct strings lines = { 0 };

	if (!emit_pip_lines(e, &lines))
		return false;
	emit_about(e);
	put_lines(e, &lines);
	return true;
}

/* Where they are is for whoever installs: a remark says how. */
bool emit_constraints(struct emit_page *e)
{
	struct strings lines = emit_lines(e, NULL, true);

	if (e->apart)
		return false;
	emit_about(e);
	EACH(const struct emit_group, g, *e) {
		if (emit_index_is_new(e, g))
			emit_line(e, "# pip install -c constraints.txt %s=%s torch",
				  g->flat ? "--find-links" : "--extra-index-url",
				  emit_printable(e->a, emit_url(e->a, g->index)));
	}
	put_lines(e, &lines);
	return true;
}
