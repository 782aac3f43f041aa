/*
 * What a setup.py asks for: install_requires=[…] and extras_require={"gpu": […]} of setuptools
 * (setuptools.pypa.io/en/latest/userguide/dependency_management), as far as strings stand there,
 * and the torch without which it ends: "assert torch_ver >= [1, 8]".
 */
#include <string.h>

#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum { LINES = 500, LOOKED = 2000 };

struct setup {
	const struct env_text *t;
	struct requirements r;
	struct span key;       /* a string that may be an extra's name */
	unsigned depth;
	bool extras, begun, done;
};

/* "requirements" of "install_requires=requirements,"; empty: a list or a call stands there. */
static struct span list_name(struct span s)
{
	size_t n;

	if (!span_pass(&s, "install_requires"))
		return span_of("");
	s = span_trim(s);
	if (!span_take(&s, "="))
		return span_of("");
	s = span_trim(s);
	n = span_run_alnum(s, "_");
	return !span_trim(span_from(s, n)).n || s.p[n] == ',' || s.p[n] == ')' ?
		span_sub(s, 0, n) : span_of("");
}

/* "REQUIREMENTS = [", which install_requires names */
static bool is_named_list(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s, name = t->memory->setup_list;

	if (!name.n || s.n < name.n || memcmp(s.p, name.p, name.n) != 0)
		return false;
	s = span_trim(span_from(s, name.n));
	if (!span_take(&s, "="))
		return false;
	s = span_trim(s);
	return s.n && strchr("[(", s.p[0]);
}

bool env_is_setup(const struct env_text *t)
{
	static const char *const marks[] = { "from setuptools", "import setuptools",
					     "from distutils" };
	struct env_memory *m = t->memory;

	for (size_t i = 0; i < t->n && !m->setup_looked; i++) {
		for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
			m->setup |= span_starts(t->v[i].s, marks[k]);
		if (!m->setup_list.n && span_find(t->v[i].s, "install_requires") >= 0)
			m->setup_list = list_name(t->v[i].s);
	}
	for (size_t i = 0; i < t->n && !m->setup_looked; i++)
		m->setup_listed |= is_named_list(t, i);
	m->setup_looked = true;
	return m->setup;
}

/* "1.8" of "[1, 8], …", "'1.8'", "LooseVersion(\"1.8\")", "(1, 8)"; NULL: it is none. */
static const char *version_in(struct arena *a, struct span s)
{
	uint64_t v[2];
	size_t at = 0;

	while (at < s.n && (ascii_alpha(s.p[at]) || strchr("[(\"' ._", s.p[at])))
		at++;
	s = span_from(s, at);
	if (!span_take_u64(&s, &v[0]) || !(span_take(&s, ".") || span_take(&s, ",")))
		return NULL;
	s = span_trim(s);
	return span_take_u64(&s, &v[1]) && v[0] < 100 && v[1] < 100 ?
		arena_printf(a, "%u.%u", (unsigned)v[0], (unsigned)v[1]) : NULL;
}

/* "assert torch_ver >= [1, 8], …" at the margin: deeper it holds under a condition. */
static const char *asserted(struct arena *a, struct span s)
{
	ptrdiff_t at = span_find(s, ">=");
	struct span what = span_sub(s, 0, at < 0 ? 0 : (size_t)at);

	if (!span_starts(what, "assert ") || span_find(what, "torch") < 0 ||
	    span_find(what, "torchvision") >= 0)
		return NULL;
	return version_in(a, span_trim(span_from(s, (size_t)at + 2)));
}

/* "install_requires=[", "EXTRAS_REQUIRE = {" */
static bool is_list(const struct env_text *t, size_t i)
{
	struct span s = span_trim(t->v[i].s);
	ptrdiff_t at;

	at = span_find_nocase(s, "install_requires");
	at = at < 0 ? span_find_nocase(s, "extras_require") : at;
	if (at < 0 || s.p[0] == '#')
		return false;
	s = span_from(s, (size_t)at);
	at = span_find_char(s, '=');
	s = span_trim(span_from(s, at < 0 ? s.n : (size_t)at + 1));
	if (at >= 0 && span_is(s, "\\") && i + 1 < t->n)
		s = span_trim(t->v[i + 1].s);
	return s.n && strchr("[{(", s.p[0]);
}

/* "install_requires=get_requirements()": what that is the code computes. */
static bool is_computed(const struct env_text *t, size_t i)
{
	ptrdiff_t at = span_find(t->v[i].s, "install_requires");
	struct span s;

	if (at < 0 || span_trim(t->v[i].s).p[0] == '#' || !env_is_setup(t) || is_list(t, i))
		return false;
	s = span_trim(span_from(t->v[i].s, (size_t)at + strlen("install_requires")));
	if (t->memory->setup_listed)
		t->seen[i] = 1;
	return span_starts(s, "=") && !t->memory->setup_listed;
}

/* ">=3.8" of python_requires=">=3.8"; n is 0: no string stands there. */
static struct span python_in(struct span s)
{
	ptrdiff_t at = span_find(s, "python_requires");

	s = span_trim(span_from(s, at < 0 ? s.n : (size_t)at + strlen("python_requires")));
	if (!span_take(&s, "=") || !(s = span_trim(s)).n || !strchr("\"'", s.p[0]))
		return span_of("");
	at = span_find_char(span_from(s, 1), s.p[0]);
	return span_sub(s, 1, at < 0 ? 0 : (size_t)at);
}

static bool begins(const struct env_text *t, size_t i)
{
	struct arena_mark before = arena_mark(t->a);
	bool ret = is_list(t, i) || python_in(t->v[i].s).n || asserted(t->a, t->v[i].s) ||
		   (env_is_setup(t) && is_named_list(t, i)) || is_computed(t, i);

	arena_back(t->a, before);
	return ret;
}

/* "torch>=2.0" of deps["torch"]: the string of this text that asks for that package. */
static struct span asked_as(const struct env_text *t, struct span name)
{
	for (size_t i = 0; i < t->n && i < LOOKED; i++) {
		struct span s = t->v[i].s;

		for (ptrdiff_t at; (at = span_find_char(s, '"')) >= 0;) {
			ptrdiff_t end;

			s = span_from(s, (size_t)at + 1);
			end = span_find_char(s, '"');
			if (end > (ptrdiff_t)name.n && memcmp(s.p, name.p, name.n) == 0 &&
			    strchr("=<>~![; ", s.p[name.n]))
				return span_sub(s, 0, (size_t)end);
			s = span_from(s, end < 0 ? s.n : (size_t)end + 1);
		}
	}
	return name;
}

/* "torch=={}", "torch==%s"; the address of a wheel has "%2B". */
static bool is_formatted(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '{' || (s.p[i] == '%' && !(i + 1 < s.n && ascii_digit(s.p[i + 1]))))
			return true;
	return false;
}

static void take_string(struct setup *u, size_t i, struct span text, struct span behind)
{
	behind = span_trim(behind);
	if (u->extras && span_starts(behind, ":")) {
		u->key = text;
		return;
	}
	if (!text.n || is_formatted(text))
		return;
	u->r.group = u->extras && u->key.n ? arena_span(u->t->a, u->key) : NULL;
	requirements_add(&u->r, text, env_origin(u->t, i));
}

/* The quote mark of deps["torch"] */
static bool is_subscript(struct span s, size_t n)
{
	return n > 1 && s.p[n - 1] == '[' && (ascii_alnum(s.p[n - 2]) || s.p[n - 2] == '_');
}

static void read_line(struct setup *u, size_t i, struct span s)
{
	for (size_t n = 0; n < s.n && !u->done; n++) {
		char c = s.p[n];

		if (c == '#')
			return;
		if (strchr("[{(", c)) {
			u->depth++;
			u->begun = true;
		} else if (strchr("]})", c)) {
			u->done = u->depth <= 1;
			u->depth -= u->depth > 0;
		} else if ((c == '"' || c == '\'') && u->begun) {
			struct span rest = span_from(s, n + 1);
			ptrdiff_t end = span_find_char(rest, c);

			if (end < 0)
				return;
			take_string(u, i, is_subscript(s, n) ?
				    asked_as(u->t, span_sub(rest, 0, (size_t)end)) :
				    span_sub(rest, 0, (size_t)end),
				    span_from(rest, (size_t)end + 1));
			n += (size_t)end + 1;
		}
	}
}

/* The next string in a line that ends as the name of a list does; n is 0: there is none. */
static struct span list_file(struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		struct span rest = span_from(s, i + 1), in;
		ptrdiff_t end;

		if (s.p[i] != '"' && s.p[i] != '\'')
			continue;
		end = span_find_char(rest, s.p[i]);
		in = span_sub(rest, 0, end < 0 ? 0 : (size_t)end);
		if (span_ends(in, ".txt") || span_ends(in, ".in"))
			return in;
		i += in.n + 1;
	}
	return span_of("");
}

/* The list that the code reads: named in the line of install_requires, else the only one that the
 * code names. */
static struct span file_read(const struct env_text *t, size_t i)
{
	struct span ret = list_file(t->v[i].s), s;

	for (size_t k = 0; !ret.n && k < t->n && k < LOOKED; k++)
		ret = list_file(t->v[k].s);
	if (list_file(t->v[i].s).n)
		return ret;
	for (size_t k = 0; k < t->n && k < LOOKED; k++)
		if ((s = list_file(t->v[k].s)).n && !span_eq(s, ret))
			return span_of("");
	return ret;
}

static size_t read_setup(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s;
	struct setup u = { .t = t, .r = { .a = t->a, .to = to },
			   .extras = span_find_nocase(s, "extras_require") >= 0 };
	size_t end = i + LINES < t->n ? i + LINES : t->n;
	const char *least = asserted(t->a, s);

	if (python_in(s).n)
		env_set(t->a, to, SETTING_PROJECT, "requires-python",
			arena_span(t->a, python_in(s)), env_origin(t, i));
	if (python_in(s).n && !is_list(t, i) && !is_computed(t, i))
		return i + 1;
	if (least) {
		requirements_add(&u.r, span_of(arena_printf(t->a, "torch>=%s", least)),
				 env_origin(t, i));
		return i + 1;
	}
	if (is_computed(t, i)) {
		struct requirements r = { .a = t->a, .to = to, .files = t->files };
		struct span file = file_read(t, i);

		if (file.n)
			requirements_line(&r,
					  span_of(arena_printf(t->a, "-r " SPAN_FMT,
							       SPAN_ARG(file))),
					  env_origin(t, i));
		else
			env_problem(t->a, to, env_origin(t, i), PHRASE(t->a, LIST_IS_COMPUTED));
		return i + 1;
	}
	if (is_list(t, i))
		s = span_from(s, (size_t)span_find_nocase(s, u.extras ? "extras_require" :
							  "install_requires"));
	read_line(&u, i++, span_from(s, (size_t)span_find_char(s, '=') + 1));
	for (; i < end && !u.done; i++)
		read_line(&u, i, t->v[i].s);
	return i;
}

const struct env_format env_setup = { begins, read_setup,
	.words = ONE_OF("_require", "_REQUIRE", "_Require", "assert ") };
