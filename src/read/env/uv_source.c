/*
 * [tool.uv.sources]: where the packages of a project come from
 * (docs.astral.sh/uv/concepts/projects/dependencies, "Dependency sources"), and the members of its
 * workspace, which have those too (…/projects/workspaces).
 */
#include <string.h>

#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum { SPLIT_MAX = 100, SOURCES_MAX = 20000000, MEMBERS_MAX = 100 };

static const char *index_url(const struct tree *uv, const char *name)
{
	for (const struct tree *i = tree_first(tree_get(uv, "index")); i; i = i->next) {
		const char *one = tree_get_text(i, "name");

		if (one && strcmp(one, name) == 0)
			return tree_get_text(i, "url");
	}
	return NULL;
}

/* Of an extra or a group it is for the lines of that one alone. */
static bool is_source_for(const struct tree *source, const struct env_declared *d)
{
	const char *only = tree_get_text(source, "extra") ? tree_get_text(source, "extra") :
							    tree_get_text(source, "group");

	return source->kind == TREE_MAP && (!only || (d->group && strcmp(d->group, only) == 0));
}

/* One source: { index = "name" }, { url = "…" }, { git = "…" }. */
static void take_source(const struct env_tree *t, const struct tree *uv, const struct tree *source,
			struct env_declared *d)
{
	const char *index = tree_get_text(source, "index"), *url = tree_get_text(source, "url");

	if (!url)
		url = tree_get_text(source, "git");
	if (index) {
		d->undefined = !index_url(uv, index);
		d->index = d->undefined ? index : index_url(uv, index);
	}
	if (url) {
		/* What comes from a URL is of the release that its file names. */
		const char *name, *version;

		d->url = url;
		if (requirements_of_file(t->a, span_of(url), &name, &version))
			d->version = version;
	}
}

/* Its marker; NULL: it has none, or one that is not understood. */
static const struct marker *marker_of(const struct env_tree *t, const struct tree *source)
{
	const char *text = tree_get_text(source, "marker");
	const struct marker *ret;
	struct err e;

	return text && marker_parse(t->a, span_of(text), &ret, &e) == 0 ? ret : NULL;
}

/* The first of its sources, where that holds always; NULL: none is for it, or one has a marker. */
static const struct tree *only_source(const struct env_tree *t, const struct tree *first,
				      const struct env_declared *d, bool *any)
{
	const struct tree *ret = NULL;

	*any = false;
	for (const struct tree *s = first; s; s = s->next)
		if (is_source_for(s, d)) {
			ret = *any || marker_of(t, s) ? NULL : s;
			*any = true;
		}
	return ret;
}

/* A line once for each of its sources, where its marker holds, and once for where none does. */
static void split_line(const struct env_tree *t, const struct tree *uv, const struct tree *first,
		       const struct env_declared *line)
{
	const struct marker *left = NULL, *marker;
	bool all = false;
	size_t n = 0;

	for (const struct tree *s = first; s && !all && n < SPLIT_MAX; s = s->next) {
		struct env_declared d = *line;

		if (!is_source_for(s, line))
			continue;
		n++;
		marker = marker_of(t, s);
		take_source(t, uv, s, &d);
		d.req.marker = marker_both(t->a, line->req.marker,
					   marker_both(t->a, left, marker));
		ENV_ADD(t->a, t->to, declared) = d;
		all = !marker;
		if (marker)
			left = marker_both(t->a, left, marker_not(t->a, marker));
	}
	if (!all) {
		struct env_declared d = *line;

		d.req.marker = marker_both(t->a, line->req.marker, left);
		ENV_ADD(t->a, t->to, declared) = d;
	}
}

/* The sources of one package, or its only one. */
static void bind(const struct env_tree *t, const struct tree *uv, const char *name,
		 const struct tree *first)
{
	size_t n = t->to->declared.n, kept = 0;
	bool *split = arena_array(t->a, n ? n : 1, sizeof *split);
	const struct tree *only;
	bool any;

	for (size_t i = 0; i < n; i++) {
		struct env_declared line = t->to->declared.v[i];

		split[i] = false;
		if (!(line.name && strcmp(line.name, name) == 0 && line.origin.file == t->file))
			continue;
		only = only_source(t, first, &line, &any);
		if (only) {
			take_source(t, uv, only, &t->to->declared.v[i]);
		} else if (any && t->to->declared.n < n + SPLIT_MAX && !t->to->over) {
			split[i] = true;
			split_line(t, uv, first, &line);
		}
	}
	for (size_t i = 0; i < t->to->declared.n; i++)
		if (i >= n || !split[i])
			t->to->declared.v[kept++] = t->to->declared.v[i];
	t->to->declared.n = kept;
}

static size_t count(const struct tree *list)
{
	size_t n = 0;

	for (const struct tree *i = tree_first(list); i; i = i->next)
		n++;
	return n;
}

/* Each source is looked for among the lines and the indexes: more than anybody has is refused. */
void uv_read_sources(const struct env_tree *t, const struct tree *uv)
{
	const struct tree *all = tree_get(uv, "sources");

	if (count(all) * (t->to->declared.n + count(tree_get(uv, "index"))) > SOURCES_MAX)
		t->to->over = true;
	for (const struct tree *s = tree_first(all); s && !t->to->over; s = s->next) {
		const char *name = project_name(t->a, span_of(s->key));
		struct tree one;

		env_set(t->a, t->to, SETTING_UV, "sources", name, env_tree_origin(t, s));
		env_tree_see(t, s);
		one = *s;
		one.next = NULL;
		bind(t, uv, name, s->kind == TREE_LIST ? tree_first(s) : &one);
	}
}

void uv_inherit_sources(const struct env_tree *t, const struct tree *uv, const struct tree *own)
{
	const struct tree *all = tree_get(uv, "sources");

	for (const struct tree *s = tree_first(all); s && !t->to->over; s = s->next) {
		struct tree one = *s;

		one.next = NULL;
		if (!tree_get(own, s->key))
			bind(t, uv, project_name(t->a, span_of(s->key)),
			     s->kind == TREE_LIST ? tree_first(s) : &one);
	}
}

const char *uv_file_beside(struct arena *a, const char *file, const char *name)
{
	struct span s = span_of(file);
	ptrdiff_t slash = span_rfind_char(s, '/');

	return slash < 0 ? name : place_join(a, arena_span(a, span_sub(s, 0, (size_t)slash)), name);
}

static bool is_left_out(const struct tree *workspace, const char *folder)
{
	for (const struct tree *e = tree_first(tree_get(workspace, "exclude")); e; e = e->next)
		if (tree_text(e) && span_glob(span_of(e->text), span_of(folder)))
			return true;
	return false;
}

static void add_member(const struct env_tree *t, struct strings *to, const char *folder)
{
	strings_add_once(t->a, to, uv_file_beside(t->a, t->file,
						  place_join(t->a, folder, "pyproject.toml")));
}

/* "packages/a", or "packages" with a star behind it: each folder there. */
static void add_pattern(const struct env_tree *t, const struct tree *workspace,
			const char *pattern, struct strings *to)
{
	struct span s = span_of(pattern);
	ptrdiff_t slash = span_rfind_char(s, '/');
	const char *folder = slash < 0 ? "." : arena_span(t->a, span_sub(s, 0, (size_t)slash));
	struct span last = span_from(s, (size_t)(slash + 1));
	struct strings names;

	if (span_find_char(s, '*') < 0) {
		add_member(t, to, pattern);
		return;
	}
	names = place_list(t->a, t->files, uv_file_beside(t->a, t->file, folder), "");
	for (size_t i = 0; i < names.n && to->n < MEMBERS_MAX; i++) {
		const char *one = slash < 0 ? names.v[i] : place_join(t->a, folder, names.v[i]);

		if (span_glob(last, span_of(names.v[i])) && !is_left_out(workspace, one))
			add_member(t, to, one);
	}
}

struct strings uv_members(const struct env_tree *t, const struct tree *uv)
{
	const struct tree *workspace = tree_get(uv, "workspace");
	struct strings ret = { 0 };

	env_tree_see(t, workspace);
	for (const struct tree *m = tree_first(tree_get(workspace, "members"));
	     t->files && m && ret.n < MEMBERS_MAX; m = m->next)
		if (tree_text(m))
			add_pattern(t, workspace, m->text, &ret);
	return ret;
}
