/* Lists of programs that keep projects: `poetry show`, and tables with borders as `pdm list` prints
 * them. */
#include "read/env/env_private.h"

enum { AHEAD = 50 };

/* --- poetry show: "torch   2.5.1+cu124 Tensors and Dynamic neural networks …" ------------- */

struct poetry_row {
	struct span name, version;
	size_t column;          /* of the version: the same in all rows */
	bool absent;            /* "(!)": in the lock, and not installed */
	bool described;         /* in words, where conda has a build and a channel */
};

static bool poetry_row(struct span s, struct poetry_row *r)
{
	const char *from = s.p;
	struct span w[3];

	*r = (struct poetry_row){ .absent = false };
	if (!s.n || s.p[0] == ' ' || !span_word(&s, &r->name) || !span_word(&s, &r->version))
		return false;
	r->absent = span_is(r->version, "(!)");
	if (r->absent && !span_word(&s, &r->version))
		return false;
	if (!env_is_name(r->name) || !env_is_version(r->version) || !ascii_digit(r->version.p[0]))
		return false;
	r->column = (size_t)(r->version.p - from);
	r->described = env_words(s, w, 3) == 3;
	return true;
}

/* "name : torch", "version : 2.5.1" of `poetry show NAME` */
static bool poetry_field(struct span s, const char *key, struct span *value)
{
	struct span found;

	s = span_trim(s);
	if (!span_next(&s, ':', &found) || !s.p || found.p + found.n == s.p ||
	    !span_is(span_trim(found), key))
		return false;
	*value = span_trim(s);
	return span_ends(found, " ") && value->n;
}

static bool is_one(const struct env_text *t, size_t i, struct poetry_row *r)
{
	return i + 1 < t->n && poetry_field(t->v[i].s, "name", &r->name) &&
	       poetry_field(t->v[i + 1].s, "version", &r->version) && env_is_name(r->name) &&
	       env_is_version(r->version);
}

static bool poetry_begins(const struct env_text *t, size_t i)
{
	struct poetry_row first, next;
	bool described = false;

	if (t->as == ENV_AS_DECLARED)
		return false;
	if (is_one(t, i, &first))
		return true;
	if (!poetry_row(t->v[i].s, &first) || i + 1 >= t->n)
		return false;
	for (size_t k = i + 1; k < t->n && k < i + AHEAD && !described; k++) {
		if (!poetry_row(t->v[k].s, &next) || next.column != first.column)
			return false;
		described = next.described && first.described;
	}
	return described;
}

static size_t poetry_read(const struct env_text *t, size_t i, struct env *to)
{
	struct poetry_row r;

	env_kept_by(to, INSTALLER_POETRY);
	if (is_one(t, i, &r)) {
		env_add(t->a, to, r.name, r.version, OWNER_PIP, env_origin(t, i + 1));
		return i + 2;
	}
	for (; i < t->n && poetry_row(t->v[i].s, &r); i++)
		if (!r.absent)
			env_add(t->a, to, r.name, r.version, OWNER_PIP, env_origin(t, i));
		else if (env_is_weighed(arena_span(t->a, r.name)))
			env_problem(t->a, to, env_origin(t, i), PHRASE(t->a, LEFT_NOT_INSTALLED));
	return i;
}

const struct env_format env_poetry_show = { poetry_begins, poetry_read, .second = "0(:" };

/* --- tables with borders: "│ torch │ 2.5.1+cu124 │", "| torch | 2.5.1 |" -------- */

static bool take_border(struct span *s)
{
	return span_take(s, "│") || span_take(s, "┃") || span_take(s, "|");
}

/* The first two cells of a row. */
static bool cells_of(struct span s, struct span cell[2])
{
	s = span_trim(s);
	if (!take_border(&s))
		return false;
	for (size_t i = 0; i < 2; i++) {
		struct span from = s, end = s;

		while (end.n && !take_border(&s))
			s = end = span_from(end, 1);
		if (!end.n)
			return false;
		cell[i] = span_trim(span_sub(from, 0, (size_t)(end.p - from.p)));
	}
	return true;
}

static bool bordered_begins(const struct env_text *t, size_t i)
{
	struct span c[2];

	return cells_of(t->v[i].s, c) &&
	       (span_eq_nocase(c[0], SPAN("name")) || span_eq_nocase(c[0], SPAN("package"))) &&
	       (span_eq_nocase(c[1], SPAN("version")) ||
		span_eq_nocase(c[1], SPAN("installed version")));
}

static bool is_rule(struct span s)
{
	static const char *const signs[] = {
		"─", "━", "═", "├", "┤", "┼", "╞", "╡", "╪", "┡",
		"┩", "╇", "╭", "╮", "╰", "╯", "└", "┘", "┴", "+",
		"-", "=", "|", ":", " ",
	};

	while (s.n) {
		size_t i = 0;

		while (i < sizeof signs / sizeof *signs && !span_take(&s, signs[i]))
			i++;
		if (i == sizeof signs / sizeof *signs)
			return false;
	}
	return true;
}

static size_t bordered_read(const struct env_text *t, size_t i, struct env *to)
{
	if (span_find(t->v[i].s, "│") >= 0 && span_find(t->v[i].s, " location ") > 0)
		env_kept_by(to, INSTALLER_PDM);
	for (i++; i < t->n && t->v[i].s.n; i++) {
		struct span c[2];

		if (is_rule(t->v[i].s))
			continue;
		if (!cells_of(t->v[i].s, c) || !env_is_name(c[0]) || !env_is_version(c[1]))
			break;
		env_add(t->a, to, c[0], c[1], OWNER_PIP, env_origin(t, i));
	}
	return i;
}

const struct env_format env_bordered = { bordered_begins, bordered_read, .first = "|\xe2" };
