/*
 * [tool.poetry] of a pyproject.toml: what it asks for, and from which sources
 * (python-poetry.org/docs/dependency-specification, …/docs/repositories).
 */
#include <string.h>

#include "base/buf.h"
#include "fact/marker.h"
#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum { PARTS = 4, LINES_MOST = 20000 };

/* "1.2.3" into numbers; 0 when it is anything else. */
static size_t parts_of(struct span s, uint64_t v[PARTS])
{
	struct span part;
	size_t n = 0;

	while (n < PARTS && span_next(&s, '.', &part))
		if (!span_u64(part, &v[n]) || v[n++] > 1000000)
			return 0;
	return s.p ? 0 : n;
}

/* The part that may not grow: the first that is not 0. */
static size_t caret_part(const uint64_t v[PARTS], size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (v[i])
			return i;
	return n - 1;
}

static const char *range(struct arena *a, struct span s, const uint64_t v[PARTS], size_t part)
{
	BUF_AUTO b = BUF(256);

	buf_str(&b, ">=");
	buf_span(&b, s);
	buf_str(&b, ",<");
	for (size_t i = 0; i < part; i++)
		buf_printf(&b, "%llu.", (unsigned long long)v[i]);
	buf_printf(&b, "%llu", (unsigned long long)v[part] + 1);
	return b.failed ? NULL : arena_str(a, buf_cstr(&b));
}

static const char *clause(struct arena *a, struct span s)
{
	uint64_t v[PARTS];
	bool caret = span_take(&s, "^"), tilde = !caret && !span_starts(s, "~=") &&
						 span_take(&s, "~");
	size_t n;

	s = span_trim(s);
	if (caret || tilde) {
		if (span_find_char(s, '+') > 0)
			s = span_sub(s, 0, (size_t)span_find_char(s, '+'));
		n = parts_of(s, v);
		if (!n)
			return NULL;
		return range(a, s, v, caret ? caret_part(v, n) : n > 1 ? 1 : 0);
	}
	if (s.n && ascii_digit(s.p[0]))
		return arena_printf(a, "==" SPAN_FMT, SPAN_ARG(s));
	if (s.n > 1 && s.p[0] == '=' && s.p[1] != '=')
		return arena_printf(a, "=" SPAN_FMT, SPAN_ARG(s));
	return arena_span(a, s);
}

const char *env_poetry_version(struct arena *a, struct span s)
{
	BUF_AUTO b = BUF(4096);
	struct span part;

	s = span_trim(s);
	if (span_is(s, "*"))
		return "";
	if (span_find(s, "||") >= 0)
		return NULL;
	while (span_next(&s, ',', &part)) {
		const char *text = clause(a, span_trim(part));

		if (!text)
			return NULL;
		if (b.n)
			buf_char(&b, ',');
		buf_str(&b, text);
	}
	return b.failed ? NULL : arena_str(a, buf_cstr(&b));
}

static void add_poetry(const struct env_tree *t, struct requirements *r, const char *name,
		const struct tree *spec)
{
	const char *version = tree_text(spec) ? spec->text : tree_get_text(spec, "version");
	static const char *const from[] = { "url", "git", "path", "file" };
	const char *marker = tree_get_text(spec, "markers"), *range_text;
	struct origin origin = env_tree_origin(t, version && spec->kind != TREE_TEXT ?
					       tree_get(spec, "version") : spec);
	struct env_declared *d;

	origin.line = t->first + spec->line - 1;
	origin.text = arena_printf(t->a, "%s = %s", name, version ? version : "{…}");
	range_text = version ? env_poetry_version(t->a, span_of(version)) : "";
	if (!range_text) {
		env_problem(t->a, t->to, origin, PHRASE(t->a, POETRY_ALTERNATIVES));
		return;
	}
	d = requirements_add(r, span_of(arena_printf(t->a, "%s%s%s%s", name, range_text,
						     marker ? " ; " : "", marker ? marker : "")),
			     origin);
	/* "file" is Pipenv's word. */
	for (size_t i = 0; i < sizeof from / sizeof *from && !d->url; i++)
		d->url = tree_get_text(spec, from[i]);
	d->index = tree_get_text(spec, "source");
	d->index = d->index ? d->index : tree_get_text(spec, "index");
}

static bool adds_only(const struct tree *spec)
{
	return spec->kind == TREE_MAP && !tree_get(spec, "version");
}

/* Beside [project] an entry without a version only adds to what stands there
 * (python-poetry.org/docs/dependency-specification, "project and tool.poetry"). */
static bool enrich(const struct env_tree *t, const char *key, const struct tree *spec)
{
	const char *name = project_name(t->a, span_of(key)), *source;
	bool any = false;

	if (!adds_only(spec))
		return false;
	source = tree_get_text(spec, "source");
	EACH(struct env_declared, d, t->to->declared) {
		if (!d->name || strcmp(d->name, name) != 0 || d->origin.file != t->file)
			continue;
		d->index = source ? source : d->index;
		d->url = tree_get_text(spec, "url") ? tree_get_text(spec, "url") : d->url;
		any = true;
	}
	if (any)
		env_tree_see(t, spec);
	return any;
}

/* "cpu" of "extra == 'cpu' and extra != 'cuda'"; empty: it is for no extra. */
static struct span extra_in(const char *marker)
{
	struct span s = span_of(marker), name = { NULL, 0 };
	ptrdiff_t at;

	while ((at = span_find(s, "extra")) >= 0) {
		s = span_trim(span_from(s, (size_t)at + strlen("extra")));
		if (!span_take(&s, "=="))
			continue;
		s = span_trim(s);
		if (s.n > 1 && (s.p[0] == '"' || s.p[0] == '\''))
			at = span_find_char(span_from(s, 1), s.p[0]);
		if (at > 0)
			name = span_sub(s, 1, (size_t)at);
		break;
	}
	return name;
}

/* Whether one of several entries is for the extra of a line, or for lines of any. */
static bool is_entry_for(const struct tree *e, const struct env_declared *d, bool *always)
{
	const char *marker = tree_get_text(e, "markers");
	struct span extra = extra_in(marker);

	*always = extra.n || !marker;
	return !extra.n || (d->group && span_is(extra, d->group));
}

/* One line of [project] once for each entry, where its marker holds, and once for where none
 * does. Source: python-poetry.org/docs/dependency-specification, "Exclusive extras". */
static void split_line(const struct env_tree *t, size_t line, const struct tree *list)
{
	struct env_declared whole = t->to->declared.v[line];

	for (const struct tree *e = list->first; e; e = e->next) {
		const char *source = tree_get_text(e, "source");
		const struct marker *marker = NULL;
		struct env_declared d = whole;
		bool always;
		struct err err;

		if (!is_entry_for(e, &d, &always) || (!always &&
		    marker_parse(t->a, span_of(tree_get_text(e, "markers")), &marker, &err) != 0))
			continue;
		d.index = source ? source : d.index;
		d.url = tree_get_text(e, "url") ? tree_get_text(e, "url") : d.url;
		if (always) {
			t->to->declared.v[line] = d;
			return;
		}
		d.req.marker = marker_both(t->a, whole.req.marker, marker);
		ENV_ADD(t->a, t->to, declared) = d;
		whole.req.marker = marker_both(t->a, whole.req.marker, marker_not(t->a, marker));
	}
	t->to->declared.v[line] = whole;
}

/* Entries that add to lines of [project], each where its markers hold. */
static bool enrich_by_markers(const struct env_tree *t, const struct tree *list)
{
	const char *name = project_name(t->a, span_of(list->key));
	size_t n = t->to->declared.n;
	bool any = false;

	for (const struct tree *e = list->first; e; e = e->next)
		if (!adds_only(e))
			return false;
	for (size_t i = 0; i < n && t->to->declared.n < LINES_MOST; i++) {
		const struct env_declared *d = &t->to->declared.v[i];

		if (!d->name || strcmp(d->name, name) != 0 || d->origin.file != t->file)
			continue;
		split_line(t, i, list);
		any = true;
	}
	for (const struct tree *e = any ? list->first : NULL; e; e = e->next)
		env_tree_see(t, e);
	return any;
}

void env_poetry_dependencies(const struct env_tree *t, struct requirements *r,
			     const struct tree *table)
{
	if (!table || table->kind != TREE_MAP)
		return;
	for (const struct tree *d = table->first; d && !t->to->over; d = d->next) {
		if (strcmp(d->key, "python") == 0 && tree_text(d)) {
			const char *specs = env_poetry_version(t->a, span_of(d->text));

			env_set(t->a, t->to, SETTING_PROJECT, "requires-python",
				specs ? specs : d->text, env_tree_origin(t, d));
		} else if (d->kind == TREE_LIST) {
			if (!enrich_by_markers(t, d)) {
				for (const struct tree *e = d->first; e; e = e->next)
					add_poetry(t, r, d->key, e);
			}
		} else if (d->kind != TREE_NONE && !enrich(t, d->key, d))
			add_poetry(t, r, d->key, d);
	}
}

void env_read_poetry(const struct env_tree *t, const struct tree *poetry)
{
	struct requirements r = { .a = t->a, .to = t->to };

	env_poetry_dependencies(t, &r, tree_get(poetry, "dependencies"));
	r.group = "dev";
	env_poetry_dependencies(t, &r, tree_get(poetry, "dev-dependencies"));
	for (const struct tree *g = tree_first(tree_get(poetry, "group")); g; g = g->next) {
		size_t first = t->to->declared.n;

		r.group = g->key;
		env_poetry_dependencies(t, &r, tree_get(g, "dependencies"));
		for (; first < t->to->declared.n; first++)
			t->to->declared.v[first].group_kind = GROUP_DEV;
	}
	for (const struct tree *s = tree_first(tree_get(poetry, "source")); s; s = s->next) {
		const char *url = tree_get_text(s, "url"), *name = tree_get_text(s, "name");
		const char *priority = tree_get_text(s, "priority");
		bool named = priority && (strcmp(priority, "explicit") == 0 ||
					  strcmp(priority, "supplemental") == 0);

		env_tree_see(t, s);
		if (url && name)
			env_set(t->a, t->to, SETTING_POETRY, named ? "explicit-source" : "source",
				arena_printf(t->a, "%s=%s", name, url),
				env_tree_origin(t, tree_get(s, "url")))->effective = !named;
	}
}
