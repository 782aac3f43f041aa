/* `pip list` and `uv pip list` as columns, pip's old list, and collect_env's lines. */
#include <string.h>

#include "read/env/env_format.h"

enum { COLUMNS = 8 };

struct column {
	size_t at; /* where it begins in a line */
	struct span title;
};

struct table {
	struct column v[COLUMNS];
	size_t n;
};

static bool is_dashes(struct span s)
{
	s = span_trim(s);
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] != '-' && s.p[i] != ' ')
			return false;
	return s.n > 1 && span_find(s, "--") >= 0;
}

static bool list_begins(const struct env_text *t, size_t i)
{
	struct span w[2];

	return env_words(t->v[i].s, w, 2) == 2 && span_is(w[0], "Package") &&
	       span_is(w[1], "Version") && i + 1 < t->n && is_dashes(t->v[i + 1].s);
}

/* The columns begin where the dashes do. */
static struct table columns_of(struct span header, struct span dashes)
{
	struct table t = { .n = 0 };

	for (size_t i = 0; i < dashes.n && t.n < COLUMNS; i++)
		if (dashes.p[i] == '-' && (i == 0 || dashes.p[i - 1] != '-')) {
			t.v[t.n].at = i;
			t.n++;
		}
	for (size_t k = 0; k < t.n; k++)
		t.v[k].title = span_trim(k + 1 < t.n ?
			span_sub(header, t.v[k].at, t.v[k + 1].at - t.v[k].at) :
			span_from(header, t.v[k].at));
	return t;
}

static struct span cell(const struct table *t, size_t k, struct span line)
{
	if (k + 1 < t->n)
		return span_trim(span_sub(line, t->v[k].at, t->v[k + 1].at - t->v[k].at));
	return span_trim(span_from(line, t->v[k].at));
}

static void take_cell(struct arena *a, struct span title, struct span v, struct env_package *p)
{
	if (!v.n)
		return;
	if (span_starts(title, "Editable") || span_is(title, "Location"))
		p->location = arena_span(a, v);
	if (span_starts(title, "Editable"))
		p->editable = true;
	if (span_is(title, "Installer"))
		p->installer = arena_span(a, v);
}

static bool take_row(const struct env_text *t, const struct table *table, size_t i, struct env *to)
{
	struct span w[2];
	struct env_package *p;

	if (env_words(t->v[i].s, w, 2) != 2 || !env_is_name(w[0]) || !env_is_version(w[1]))
		return false;
	p = env_add(t->a, to, w[0], w[1], OWNER_PIP, env_origin(t, i));
	for (size_t k = 2; k < table->n; k++)
		take_cell(t->a, table->v[k].title, cell(table, k, t->v[i].s), p);
	return true;
}

static size_t list_read(const struct env_text *t, size_t i, struct env *to)
{
	struct table table = columns_of(t->v[i].s, t->v[i + 1].s);

	for (i += 2; i < t->n && take_row(t, &table, i, to); i++)
		;
	return i;
}

const struct env_format env_pip_list = { "pip list", list_begins, list_read };

/* "torch (1.0.0)", "mine (0.1, /home/me/mine)" */
static bool split_legacy(struct span s, struct span *name, struct span *version, struct span *where)
{
	ptrdiff_t open = span_find(s, " ("), comma;

	if (open <= 0 || !span_ends(s, ")"))
		return false;
	*name = span_sub(s, 0, (size_t)open);
	*version = span_sub(s, (size_t)open + 2, s.n - (size_t)open - 3);
	comma = span_find(*version, ", ");
	*where = (struct span){ NULL, 0 };
	if (comma > 0) {
		*where = span_from(*version, (size_t)comma + 2);
		*version = span_sub(*version, 0, (size_t)comma);
	}
	return env_is_name(*name) && env_is_version(*version) && ascii_digit(version->p[0]);
}

static bool is_legacy(const struct env_text *t, size_t i)
{
	struct span name, version, where;

	return i < t->n && split_legacy(t->v[i].s, &name, &version, &where);
}

/* One such line alone is prose. */
static bool legacy_begins(const struct env_text *t, size_t i)
{
	return is_legacy(t, i) && is_legacy(t, i + 1);
}

static size_t legacy_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span name, version, where;

	for (; i < t->n && split_legacy(t->v[i].s, &name, &version, &where); i++) {
		struct env_package *p = env_add(t->a, to, name, version, OWNER_PIP,
						env_origin(t, i));

		p->location = where.n ? arena_span(t->a, where) : NULL;
		p->editable = where.n > 0;
	}
	return i;
}

const struct env_format env_pip_legacy = { "pip list", legacy_begins, legacy_read };

/* --- collect_env: "[pip3] torch==2.5.1", "[conda] torch 2.5.1 pypi_0 pypi" ------------- */

static bool take_mark(struct span *s, bool *conda)
{
	*s = span_trim(*s);
	*conda = span_take(s, "[conda] ");
	return *conda || span_take(s, "[pip3] ") || span_take(s, "[pip] ") ||
	       span_take(s, "[pip3]") || span_take(s, "[uv] ");
}

static bool collect_begins(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s;
	bool conda;

	return take_mark(&s, &conda);
}

static size_t collect_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s, w[5], name;
	bool conda;
	size_t n;

	if (!take_mark(&s, &conda))
		return i + 1;
	if (conda) {
		n = env_words(s, w, 5);
		if (n > 1 && env_is_name(w[0]) && env_is_version(w[1]))
			env_add_conda(t->a, to, w[0], w[1], n > 2 ? w[2] : SPAN(""),
				      n > 3 ? w[3] : SPAN(""), env_origin(t, i));
		return i + 1;
	}
	n = (size_t)span_find(s, "==");
	if (span_find(s, "==") > 0) {
		name = span_sub(s, 0, n);
		if (env_is_name(span_trim(name)))
			env_add(t->a, to, name, span_from(s, n + 2), OWNER_PIP, env_origin(t, i));
	}
	return i + 1;
}

const struct env_format env_collect = { "collect_env", collect_begins, collect_read };
