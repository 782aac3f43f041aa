#include "read/env/poetry.h"

#include <string.h>

#include "base/buf.h"

enum { PARTS = 4 };

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

static const char *one(struct arena *a, struct span s)
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

const char *poetry_version(struct arena *a, struct span s)
{
	BUF_AUTO b = BUF(4096);
	struct span part;

	s = span_trim(s);
	if (span_is(s, "*"))
		return "";
	if (span_find(s, "||") >= 0)
		return NULL;
	while (span_next(&s, ',', &part)) {
		const char *text = one(a, span_trim(part));

		if (!text)
			return NULL;
		if (b.n)
			buf_char(&b, ',');
		buf_str(&b, text);
	}
	return b.failed ? NULL : arena_str(a, buf_cstr(&b));
}

static void add(const struct env_tree *t, struct requirements *r, const char *name,
		const struct tree *spec)
{
	const char *version = tree_text(spec) ? spec->text : tree_get_text(spec, "version");
	const char *marker = tree_get_text(spec, "markers"), *range_text, *url;
	struct origin origin = { t->file, t->first + spec->line - 1,
				 arena_printf(t->a, "%s = %s", name, version ? version : "{…}") };
	struct env_declared *d;

	range_text = version ? poetry_version(t->a, span_of(version)) : "";
	if (!range_text) {
		env_problem(t->a, t->to, origin, "a version with alternatives is not read");
		return;
	}
	d = requirements_add(r, span_of(arena_printf(t->a, "%s%s%s%s", name, range_text,
						     marker ? " ; " : "", marker ? marker : "")),
			     origin);
	url = tree_get_text(spec, "url");
	d->url = url ? url : tree_get_text(spec, "git") ? tree_get_text(spec, "git") :
							  tree_get_text(spec, "path");
	d->index = tree_get_text(spec, "source");
}

static void add_python(const struct env_tree *t, const struct tree *d)
{
	const char *specs = poetry_version(t->a, span_of(d->text));

	env_set(t->a, t->to, "project", "requires-python", specs ? specs : d->text,
		env_tree_origin(t, d));
}

void poetry_dependencies(const struct env_tree *t, struct requirements *r, const struct tree *table)
{
	if (!table || table->kind != TREE_MAP)
		return;
	for (const struct tree *d = table->first; d; d = d->next) {
		if (strcmp(d->key, "python") == 0 && tree_text(d))
			add_python(t, d);
		else if (d->kind == TREE_LIST)
			for (const struct tree *e = d->first; e; e = e->next)
				add(t, r, d->key, e);
		else if (d->kind != TREE_NONE)
			add(t, r, d->key, d);
	}
}
