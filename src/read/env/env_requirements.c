/*
 * Lines of requirements.txt and `pip freeze` in a text. A name alone, "torch", is one only where
 * the whole text is such a list: by far the most of its lines are requirements or options of pip.
 */
#include <string.h>

#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum { LOOK_BACK = 200 };

/* How sure is it that the line is a requirement? */
enum sure { NOT_ONE, BARE, SURE };

static struct span without_remark(struct span s)
{
	ptrdiff_t at = span_find(s, " #");

	return span_trim(at >= 0 ? span_sub(s, 0, (size_t)at) : s);
}

static bool is_option(struct span s)
{
	return span_starts(s, "-") &&
	       span_begins(s, ONE_OF("-r ", "-c ", "-e ", "-f ", "-i ", "--index-url",
				     "--extra-index-url", "--find-links", "--requirement",
				     "--constraint", "--editable", "--trusted-host", "--pre",
				     "--no-binary", "--only-binary", "--prefer-binary",
				     "--no-index", "--hash="));
}

static bool has_pin(struct span s)
{
	ptrdiff_t eq = span_find(s, "=="), at = span_find(s, "@");

	if (at > 0 && span_find(span_from(s, (size_t)at), "://") > 0)
		return true;
	return eq > 0 || span_find(s, ">=") > 0 || span_find(s, "~=") > 0 || span_find(s, "<") > 0;
}

/* What a backslash continues is a command's, except where hashes follow. */
static bool in_command(const struct env_text *t, size_t i)
{
	return span_ends(t->v[i].s, "\\") || (i > 0 && span_ends(t->v[i - 1].s, "\\"));
}

/* "torch=2.1.0": conda's spelling among the lines of pip. */
static bool is_misspelt(struct span s)
{
	struct span name, version = s;

	return span_next(&version, '=', &name) && env_is_name(name) && version.n &&
	       ascii_digit(version.p[0]) && env_is_version(version);
}

static bool uses_variables(const struct env_text *t)
{
	struct env_memory *m = t->memory;

	for (size_t i = 0; i < t->n && !m->dollars_counted && !m->dollars; i++)
		m->dollars = span_find_char(t->v[i].s, '$') >= 0;
	m->dollars_counted = true;
	return m->dollars;
}

/* "TORCH_VERSION=2.1.0" of a script without a "#!": a variable, and others use it. */
static bool is_assignment(const struct env_text *t, struct span s)
{
	size_t n = 0;

	while (n < s.n && (ascii_digit(s.p[n]) || s.p[n] == '_' ||
			   (s.p[n] >= 'A' && s.p[n] <= 'Z')))
		n++;
	return n && n < s.n && s.p[n] == '=' && !span_starts(span_from(s, n), "==") &&
	       uses_variables(t);
}

/* "torch==2.5.1 --hash=…", "torch==2.5.1 -f URL"; "make -j4" is another thing. */
static struct span before_options(struct span s)
{
	ptrdiff_t at = requirements_options_at(s);
	struct span ret = at > 0 ? span_trim(span_sub(s, 0, (size_t)at)) : s;

	return has_pin(ret) || (at > 0 &&
		requirements_names_place(span_trim(span_from(s, (size_t)at)))) ? ret : s;
}

/* A name, and behind it what PEP 508 or an option lets follow: most lines go on with a word. */
static bool may_require(struct span s)
{
	size_t n = span_run_alnum(s, "-_.");

	s = span_trim(span_from(s, n));
	return n && (!s.n || strchr("[(<>=!~;@,-\\", s.p[0]));
}

static bool is_requirement(const struct env_text *t, struct span s)
{
	struct arena_mark before = arena_mark(t->a);
	struct requirement r;
	struct err e;
	bool is = requirement_parse(t->a, s, &r, &e) == 0;

	arena_back(t->a, before);
	return is;
}

/* A URL or a path that ends in a wheel, and nothing else. */
static bool is_wheel(struct span s)
{
	ptrdiff_t hash = span_find_char(s, '#');

	if (hash > 0)
		s = span_sub(s, 0, (size_t)hash);
	return span_ends(s, ".whl") && span_find_char(s, ' ') < 0;
}

/* Certain by itself: an option, or a wheel where it says where it lies. */
static bool is_plain(const struct env_text *t, struct span s)
{
	return is_option(s) || (t->as == ENV_AS_DECLARED && is_wheel(s)) ||
	       (span_find(s, "://") > 0 && span_ends(s, ".whl") && span_find_char(s, ' ') < 0);
}

static enum sure how_sure(const struct env_text *t, size_t i)
{
	struct span s = without_remark(t->v[i].s), whole;

	if ((!is_plain(t, s) && !may_require(s)) || s.p[0] == '#')
		return NOT_ONE;
	if (env_command.begins(t, i) || is_assignment(t, s))
		return NOT_ONE;
	if (is_plain(t, s))
		return SURE;
	while (s.n && (s.p[s.n - 1] == '\\' || ascii_space(s.p[s.n - 1])))
		s.n--;
	whole = s;
	s = before_options(s);
	if (!s.n || !ascii_alnum(s.p[0]) || s.n > 4096 || !may_require(s))
		return NOT_ONE;
	if (!is_requirement(t, s))
		return is_misspelt(s) && !in_command(t, i) ? BARE : NOT_ONE;
	return has_pin(s) || s.n < whole.n ? SURE : in_command(t, i) ? NOT_ONE : BARE;
}

/* Says nothing for or against: the end of a line above, another package's place, conda's "=". */
static bool is_neutral(const struct env_text *t, size_t i)
{
	struct span s = without_remark(t->v[i].s);

	return !s.n || s.p[0] == '#' || (i > 0 && span_ends(t->v[i - 1].s, "\\")) ||
	       span_find(s, "://") > 0 || s.p[0] == '.' || s.p[0] == '/' || is_misspelt(s);
}

/* The name that a line begins with is torch's, or that of a package that is weighed with it. */
static bool is_weighed(const struct env_text *t, struct span s)
{
	size_t n = 0;
	char name[64];

	for (s = span_trim(s); n < s.n && n < sizeof name - 1 &&
	     (ascii_alnum(s.p[n]) || strchr("-_.", s.p[n])); n++)
		name[n] = strchr("_.", s.p[n]) ? '-' : ascii_lower(s.p[n]);
	name[n] = '\0';
	return n && (t->as == ENV_AS_DECLARED ? env_is_weighed(name) : env_matters(name));
}

/* Three lines of four; of a paste one of them has to name what is weighed. */
static bool is_list(const struct env_text *t)
{
	struct env_memory *m = t->memory;
	size_t are = 0, others = 0;
	bool weighed = t->as == ENV_AS_DECLARED;

	for (size_t i = 0; i < t->n && !m->list_looked; i++) {
		bool is = how_sure(t, i) != NOT_ONE;

		if (is_neutral(t, i))
			continue;
		are += is;
		others += !is;
		weighed = weighed || (is && is_weighed(t, t->v[i].s));
	}
	if (!m->list_looked)
		m->list = are >= 3 * others && weighed && !span_starts(t->v[0].s, "#!") &&
			  !env_is_setup(t);
	m->list_looked = true;
	return m->list;
}

/* Within a text of another kind the line must be sure by itself, and be about torch. */
static bool is_line(const struct env_text *t, size_t i)
{
	enum sure sure = how_sure(t, i);

	if (sure == BARE)
		return is_list(t);
	return sure == SURE && (t->as != ENV_AS_DECLARED || is_list(t) ||
				is_option(t->v[i].s) || is_weighed(t, t->v[i].s));
}

static bool lines_begin(const struct env_text *t, size_t i)
{
	return !span_starts(t->v[0].s, "#!") && is_line(t, i) && !env_is_setup(t);
}

/* Plain words are requirements only where others stand right below them. */
static size_t first_of(const struct env_text *t, size_t i)
{
	size_t first = i;

	while (first > 0 && i - first < LOOK_BACK && how_sure(t, first - 1) == BARE)
		first--;
	return first;
}

static bool lines_continue(const struct env_text *t, size_t i)
{
	struct span s = span_trim(t->v[i].s);

	if (env_command.begins(t, i))
		return false;
	if (t->as == ENV_AS_DECLARED && !is_list(t))
		return !s.n || is_line(t, i);
	return !s.n || s.p[0] == '#' || how_sure(t, i) != NOT_ONE ||
	       (i > 0 && span_ends(t->v[i - 1].s, "\\")) || span_starts(s, "git+") ||
	       span_find(s, "://") > 0 || span_starts(s, "./") || span_starts(s, "../") ||
	       (t->as == ENV_AS_DECLARED && ascii_alnum(s.p[0]));
}

/* "# via torch" of pip-compile, "    # via", "# comment: -r x" */
static bool is_compiled(struct span s)
{
	return span_find(s, "# via") >= 0 || span_starts(s, "#   ");
}

/* "a==1" or "a @ URL", as `pip freeze` prints them: with no marker and no other clause. */
static bool is_frozen(struct span s)
{
	return (span_find(s, "==") > 0 || span_find(s, " @ ") > 0) && s.p[0] != '-' &&
	       s.p[0] != '#' && span_find_char(s, ';') <= 0 && span_find_char(s, ',') <= 0 &&
	       span_find_char(s, '*') <= 0 && !is_compiled(s);
}

/* Whether a line may follow the one before in the order of names, in which all tools print. */
static bool is_behind(struct span before, struct span s)
{
	size_t i = 0;

	while (i < before.n && i < s.n && ascii_lower(before.p[i]) == ascii_lower(s.p[i]) &&
	       ascii_alnum(s.p[i]))
		i++;
	return i >= before.n || i >= s.n || !ascii_alnum(before.p[i]) || !ascii_alnum(s.p[i]) ||
	       ascii_lower(before.p[i]) < ascii_lower(s.p[i]);
}

/* What `pip freeze` never prints makes the lines a wish: one by a person is in an order of his. */
static bool is_freeze(const struct env_text *t, size_t i, size_t end)
{
	struct span before = { NULL, 0 };
	size_t pins = 0, misplaced = 0;

	if (t->as != ENV_AS_ANY)
		return t->as == ENV_AS_INSTALLED;
	for (; i < end; i++) {
		struct span s = span_trim(t->v[i].s);

		if (!s.n || span_starts(s, "# Editable") || span_starts(s, "-e "))
			continue;
		if (s.p[0] == '#' && (pins == 0 || !is_compiled(s)))
			continue;
		if (!is_frozen(s))
			return false;
		pins++;
		misplaced += !is_behind(before, s);
		before = s;
	}
	return pins >= 8 && misplaced * 8 <= pins;
}

static size_t read_lines(const struct env_text *t, size_t i, struct env *to)
{
	struct requirements r = { .a = t->a, .to = to, .files = t->files, .n = t->n };
	size_t end = i + 1;

	r.v = t->v[t->n - 1].no == t->n ? t->v : NULL; /* a notebook's lines are numbered apart */
	while (end < t->n && lines_continue(t, end))
		end++;
	i = first_of(t, i);
	r.installed = is_freeze(t, i, end);
	strings_add(t->a, &r.seen, t->file);
	requirements_text(&r, t->file, env_block(t, i, end), t->v[i].no);
	return end;
}

const struct env_format env_requirements = { .begins = lines_begin, .read = read_lines };
