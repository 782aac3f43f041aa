/* What pip prints: `pip list` and `uv pip list` as columns, pip's old list, `pip show`, and what it
 * says of packages that do not go together. */
#include <string.h>

#include "read/env/env_private.h"

enum { COLUMNS = 8 };

struct column {
	size_t at; /* where it begins in a line */
	struct span title;
};

struct pip_table {
	struct column v[COLUMNS];
	size_t n;
};

static bool is_dashes(struct span s)
{
	s = span_trim(s);
	return !ANY(x, LIST(s.p, s.n), *x != '-' && *x != ' ') && s.n > 1 &&
		span_find(s, "--") >= 0;
}

static bool list_begins(const struct env_text *t, size_t i)
{
	struct span w[2];

	return env_words(t->v[i].s, w, 2) == 2 && span_is(w[0], "Package") &&
	       span_is(w[1], "Version") && i + 1 < t->n && is_dashes(t->v[i + 1].s);
}

/* The columns begin where the dashes do. */
static struct pip_table columns_of(struct span header, struct span dashes)
{
	struct pip_table t = { .n = 0 };

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

static struct span cell(const struct pip_table *t, size_t k, struct span line)
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

static bool list_row(const struct env_text *t, const struct pip_table *table, size_t i,
		     struct env *to)
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
	struct pip_table table = columns_of(t->v[i].s, t->v[i + 1].s);

	for (i += 2; i < t->n && list_row(t, &table, i, to); i++)
		;
	return i;
}

const struct env_format env_pip_list = { list_begins, list_read, .first = "P", .second = "V" };

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

const struct env_format env_pip_legacy = { legacy_begins, legacy_read, .with = "(" };

/* --- pip show: "Name: torch", "Version: 2.4.0+cpu", … ------------------------------------ */

static bool take_key(struct span s, const char *key, struct span *value)
{
	return span_take(&s, key) && (*value = span_trim(s)).n > 0;
}

static bool show_begins(const struct env_text *t, size_t i)
{
	struct span name, version;

	return i + 1 < t->n && take_key(t->v[i].s, "Name: ", &name) && env_is_name(name) &&
	       take_key(t->v[i + 1].s, "Version: ", &version) && env_is_version(version);
}

static size_t show_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span name = { NULL, 0 }, version = { NULL, 0 }, v;
	struct env_package *p;

	take_key(t->v[i].s, "Name: ", &name);
	take_key(t->v[i + 1].s, "Version: ", &version);
	p = env_add(t->a, to, name, version, OWNER_PIP, env_origin(t, i + 1));
	for (i += 2; i < t->n && t->v[i].s.n && !span_starts(t->v[i].s, "---"); i++) {
		if (show_begins(t, i))
			break;
		if (take_key(t->v[i].s, "Location: ", &v))
			p->location = arena_span(t->a, v);
		else if (take_key(t->v[i].s, "Installer: ", &v))
			p->installer = arena_span(t->a, v);
		else if (take_key(t->v[i].s, "Editable project location: ", &v))
			p->editable = true;
	}
	return i;
}

const struct env_format env_pip_show = { show_begins, show_read, .first = "N", .with = ":" };

/* --- pip check, and the end of an install --------------------------------------------- */

/*
 * "fastai 2.7.9 has requirement torch<1.14,>=1.7, but you have torch 2.1.0.",
 * "fastai 2.7.9 requires torch<1.14,>=1.7, but you have torch 2.1.0 which is incompatible."
 */
struct complaint {
	struct span name, version, requirement, other, have;
};

static bool take_until(struct span *s, const char *mark, struct span *ret)
{
	ptrdiff_t at = span_find(*s, mark);

	if (at < 0)
		return false;
	*ret = span_trim(span_sub(*s, 0, (size_t)at));
	*s = span_from(*s, (size_t)at + strlen(mark));
	return true;
}

static bool parse_complaint(struct span s, struct complaint *c)
{
	struct span head;

	s = span_trim(s);
	(void)(span_take(&s, "ERROR: ") || span_take(&s, "WARNING: "));
	if (!take_until(&s, " has requirement ", &head) && !take_until(&s, " requires ", &head))
		return false;
	if (!span_word(&head, &c->name) || !span_word(&head, &c->version) ||
	    span_trim(head).n || !env_is_name(c->name) || !env_is_version(c->version))
		return false;
	if (!take_until(&s, ", but you have ", &c->requirement) &&
	    !take_until(&s, ", but you'll have ", &c->requirement))
		return false;
	if (!span_word(&s, &c->other) || !span_word(&s, &c->have))
		return false;
	while (c->have.n && strchr(".,", c->have.p[c->have.n - 1]))
		c->have.n--;
	return env_is_name(c->other) && env_is_version(c->have) && c->requirement.n;
}

static bool check_begins(const struct env_text *t, size_t i)
{
	struct complaint c;

	return span_find(t->v[i].s, ", but you") > 0 && parse_complaint(t->v[i].s, &c);
}

static struct env_package *add_once(const struct env_text *t, struct env *to, struct span name,
				    struct span version, size_t at)
{
	struct env_package *p = env_add(t->a, to, name, version, OWNER_PIP, env_origin(t, at));

	for (size_t i = 0; i + 1 < to->packages.n; i++)
		if (strcmp(to->packages.v[i].name, p->name) == 0) {
			to->packages.n--;
			return &to->packages.v[i];
		}
	return p;
}

static size_t check_read(const struct env_text *t, size_t i, struct env *to)
{
	struct complaint c;
	struct env_package *p;

	if (parse_complaint(t->v[i].s, &c)) {
		p = add_once(t, to, c.name, c.version, i);
		strings_add(t->a, &p->requires, arena_span(t->a, c.requirement));
		(void)add_once(t, to, c.other, c.have, i);
	}
	return i + 1;
}

const struct env_format env_pip_check = { check_begins, check_read, .with = "," };
