/*
 * setup.cfg and tox.ini: install_requires and the extras of setuptools
 * (setuptools.pypa.io/en/latest/userguide/declarative_config), what tox installs
 * (tox.wiki/en/latest/config.html, deps). What configures other tools asks for nothing.
 */
#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum where { ELSEWHERE, OPTIONS, EXTRAS, TOX };

static const struct cfg_section {
	const char *begins;
	enum where where;
} sections[] = {
	{ "[options.extras_require]", EXTRAS }, { "[options]", OPTIONS },
	{ "[options.", ELSEWHERE },             { "[metadata]", ELSEWHERE },
	{ "[testenv", TOX },                    { "[tox", ELSEWHERE },
	{ "[flake8", ELSEWHERE },               { "[isort]", ELSEWHERE },
	{ "[mypy", ELSEWHERE },                 { "[tool:", ELSEWHERE },
	{ "[yapf]", ELSEWHERE },                { "[aliases]", ELSEWHERE },
	{ "[bdist", ELSEWHERE },                { "[egg_info]", ELSEWHERE },
	{ "[pep8]", ELSEWHERE },                { "[pycodestyle]", ELSEWHERE },
	{ "[pydocstyle]", ELSEWHERE },          { "[coverage:", ELSEWHERE },
	{ "[versioneer]", ELSEWHERE },          { "[codespell]", ELSEWHERE },
	{ "[build_ext]", ELSEWHERE },
};

static const struct cfg_section *section_of(struct span s)
{
	return FIRST_OF(x, ROWS(sections), span_starts(s, x->begins));
}

static bool begins(const struct env_text *t, size_t i)
{
	return t->as != ENV_AS_INSTALLED && section_of(t->v[i].s);
}

struct reading {
	const struct env_text *t;
	struct requirements r;
	enum where where;
	const char *group;     /* of [testenv:NAME] */
	bool list;             /* the lines below are requirements */
};

static void take_one(struct reading *r, size_t i, struct span s)
{
	struct origin origin = env_origin(r->t, i);
	unsigned begin;

	/* "py39: torch" of tox is under a condition of its own. */
	if (r->where == TOX && span_find(s, ": ") > 0)
		s = span_from(s, (size_t)span_find(s, ": ") + 2);
	s = span_trim(s);
	if (!r->list || !s.n || s.p[0] == '#' || s.p[0] == '{')
		return;
	begin = r->t->v[i].cut + (unsigned)(s.p - r->t->v[i].s.p);
	origin.spot = (struct spot){ r->t->v[i].no, begin, begin + (unsigned)s.n };
	requirements_line(&r->r, s, origin);
}

/* "install_requires = torch", "gpu =" */
static void take_key(struct reading *r, size_t i, struct span s)
{
	struct span key;

	if (!span_next(&s, '=', &key) || !s.p)
		return;
	key = span_trim(key);
	r->r.group = r->where == EXTRAS ? arena_span(r->t->a, key) : r->group;
	r->list = r->where == EXTRAS ||
		  (r->where == OPTIONS && span_is(key, "install_requires")) ||
		  (r->where == TOX && span_is(key, "deps"));
	if (r->where == OPTIONS && span_is(key, "python_requires"))
		env_set(r->t->a, r->r.to, SETTING_PROJECT, "requires-python",
			arena_span(r->t->a, span_trim(s)), env_origin(r->t, i));
	/* In one line ";" ends a requirement, and none has a marker. */
	while (span_next(&s, ';', &key))
		take_one(r, i, key);
}

static size_t read_cfg(const struct env_text *t, size_t i, struct env *to)
{
	struct reading r = { .t = t, .r = { .a = t->a, .to = to } };

	for (; i < t->n && !span_starts(t->v[i].s, "```") && !to->over; i++) {
		struct span s = t->v[i].s;

		t->seen[i] = 1;
		if (!s.n || s.p[0] == '#' || s.p[0] == ';')
			continue;
		if (s.p[0] == '[') {
			const struct cfg_section *is = section_of(s);
			ptrdiff_t colon = span_find_char(s, ':'), end = span_find_char(s, ']');

			r.where = is ? is->where : ELSEWHERE;
			r.list = false;
			r.group = r.where == TOX && colon > 0 && end > colon ?
					  arena_span(r.t->a, span_sub(s, (size_t)colon + 1,
								      (size_t)(end - colon - 1))) :
				  r.where == TOX ? "testenv" :
						   NULL;
		} else if (ascii_space(s.p[0]))
			take_one(&r, i, s);
		else
			take_key(&r, i, s);
	}
	return i;
}

const struct env_format env_setup_cfg = { begins, read_cfg, .first = "[" };
