/*
 * The lines that run commands, in a shell, a Dockerfile, a workflow or a notebook: under which
 * condition each command is run, for which Python, and in which jobs.
 */
#include <stddef.h>
#include <string.h>

#include "fact/python.h"
#include "fact/row.h"
#include "read/env/command_private.h"

static bool may_be(struct span s)
{
	return span_find(s, "install") > 0 || span_find(s, " add ") > 0 ||
	       span_find(s, " create") > 0 || span_find(s, " sync") > 0 ||
	       span_find(s, " env update") > 0;
}

/* Its words are forgotten; what env_expand remembers of the text is not made among them. */
static bool command_begins(const struct env_text *t, size_t i)
{
	_Alignas(max_align_t) char room[4096];
	ARENA_AUTO words = { 0 };
	struct env_text trial = *t;
	struct command_line c;
	size_t from, end;

	if (t->as == ENV_AS_INSTALLED)
		return false;
	if (env_calls(t, i, &from, &end))
		return true;
	if (!may_be(t->v[i].s))
		return false;
	memset(room, 0, sizeof room);
	arena_lend(&words, room, sizeof room);
	trial.a = &words;
	c.words = env_command_words(&words, env_expand(&trial, i, env_command_line(&trial, i, &end),
						       span_of("")));
	return env_command_find(&c, 0);
}

/* "3.8" of "python3.8", "pip3.8" and "-3.8"; NULL: the word names no minor release. */
static const char *minor_in(struct arena *a, const char *word)
{
	struct span s = env_command_program(word), digits;

	if (!span_take(&s, "python") && !span_take(&s, "pip"))
		span_take(&s, "-");
	digits = s;
	if (!span_take(&s, "3.") || s.n == 0 || s.n > 2 || !ascii_digit(s.p[0]) ||
	    !ascii_digit(s.p[s.n - 1]))
		return NULL;
	return arena_span(a, digits);
}

/* The Python that a command is for: "python3.8 -m pip", "py -3.8 -m pip", "pip3.8". */
static const char *python_of(struct arena *a, const struct command_line *c)
{
	size_t at = c->word;
	const char *ret = minor_in(a, c->words.v[at]);

	if (!ret && at >= 2 && strcmp(c->words.v[at - 1], "-m") == 0)
		ret = minor_in(a, c->words.v[at - 2]);
	return ret;
}

/* "python${VERSION} -m pip", of which nobody knows which Python that is. */
static bool is_python_open(const struct command_line *c)
{
	size_t at = c->word;

	return env_command_is_open(c->words.v[at]) ||
	       (at >= 2 && strcmp(c->words.v[at - 1], "-m") == 0 &&
		env_command_is_open(c->words.v[at - 2]));
}

/* The line of the command's first word: a RUN of a Dockerfile has many. */
static size_t line_of_command(const struct env_text *t, size_t i, size_t end,
			      const struct command_line *c)
{
	size_t before = 0;

	for (; i + 1 < end; i++) {
		struct span s = span_trim(t->v[i].s);

		if (s.n && s.p[0] != '#')
			before += env_command_words(t->a, span_sub(s, 0, s.n - 1)).n;
		if (c->word < before)
			break;
	}
	return i;
}

static void read_words(const struct env_text *t, size_t i, size_t end, struct command_line *c,
		       const char *known, struct env *to)
{
	bool docker = span_starts(span_trim(t->v[i].s), "RUN ");
	size_t from = 0;

	while (env_command_find(c, from)) {
		size_t line = line_of_command(t, i, end, c);
		struct origin origin = env_origin(t, line);
		size_t first = to->declared.n, first_setting = to->settings.n;
		const char *condition = known;

		if (!known && docker && env_condition_fails(&c->words, c->word)) {
			from = c->at;
			continue;
		}
		if (!known)
			condition = env_condition_word(t->a, &c->words, c->word, docker);
		env_command_read(t, c, origin, to);
		if (c->tool == TOOL_PIP && !to->python_full)
			to->python_full = python_of(t->a, c);
		if (c->tool == TOOL_PIP && !to->python_full && !is_python_open(c))
			to->python_full = env_base_python(t, i);
		env_condition_set(t, line, condition, first, first_setting, to);
		from = c->at;
	}
}

void env_command_run(const struct env_text *t, size_t i, const struct strings *words,
		     const char *condition, struct env *to)
{
	struct command_line c = { .words = *words };

	read_words(t, i, i + 1, &c, condition, to);
}

/* The commands in the body of a function, as they are run for that line. */
static size_t read_call(const struct env_text *t, size_t i, size_t from, size_t end,
			struct env *to)
{
	size_t next, behind;
	struct span line = env_command_line(t, i, &behind);
	struct strings words = env_command_words(t->a, env_expand(t, i, line, SPAN("")));

	for (; from < end; from = next) {
		struct command_line c = { .tool = TOOL_NONE };

		line = env_command_line(t, from, &next);
		if (!may_be(line))
			continue;
		c.words = env_command_words(t->a, env_expand_call(t, from, line, &words));
		read_words(t, i, behind, &c, NULL, to);
		memset(t->seen + from, 1, next - from);
	}
	return behind;
}

/* The step of line i has an "if:", above it: it is not run in each job. */
static bool is_conditional(const struct env_text *t, size_t i)
{
	struct span condition;
	size_t at;

	if (!env_assigned(t, SPAN("if:"), i, &condition, &at))
		return false;
	while (++at <= i)
		if (span_starts(span_trim(t->v[at].s), "- "))
			return false;
	return true;
}

/* A line between brings another Python, or may. */
static bool brings_python(const struct env_text *t, size_t from, size_t i)
{
	enum { LOOK_BACK = 100 };

	for (size_t k = i - from > LOOK_BACK ? i - LOOK_BACK : from + 1; k < i; k++)
		if (span_holds(t->v[k].s, ONE_OF("conda", "mamba", "pixi", "pyenv", "deadsnakes",
						 "--python")))
			return true;
	return false;
}

/*
 * The Python of the job that line i is a step of: "python-version" of setup-python, setup-uv or
 * setup-miniconda above it (docs.github.com/actions), with the job's values; NULL: none is named,
 * or a range ("3.x" is the newest), or another may be brought, or the step is for some jobs alone.
 */
static const char *python_of_job(const struct env_text *t, size_t i, struct env_choice *choice)
{
	struct span written, value, steps;
	size_t at, first;
	struct python python;

	if (!env_assigned(t, SPAN("steps:"), i, &steps, &first) ||
	    !env_assigned(t, SPAN("python-version:"), i, &written, &at) || at < first ||
	    is_conditional(t, i) || brings_python(t, at, i))
		return NULL;
	if (span_find(written, " #") >= 0)
		written = span_trim(span_sub(written, 0, (size_t)span_find(written, " #")));
	value = span_trim(env_unquoted(env_expand_choice(t, at, written, choice)));
	if (span_eq(value, written))
		value = env_yaml_number(value);
	if (span_ends(value, ".x") || span_ends(value, ".*"))
		value.n -= 2;
	if (span_is(value, "3"))
		return row_newest_python();
	for (size_t n = 0; n < value.n; n++)
		if (!ascii_digit(value.p[n]) && value.p[n] != '.')
			return NULL;
	return python_parse(value, &python) ? python_said(t->a, python) : NULL;
}

/* What a line of a workflow declares with one choice of the matrix; text may be NULL. */
struct chosen {
	const char *text;
	size_t first, end;
};

static struct chosen read_choice(const struct env_text *t, size_t i, size_t end, const char *text,
				 struct command_line *c, struct env *to)
{
	struct chosen ret = { .text = text, .first = to->declared.n };

	read_words(t, i, end, c, NULL, to);
	for (ret.end = ret.first; ret.end < to->declared.n; ret.end++) {
		const char **group = &to->declared.v[ret.end].group;

		if (text)
			*group = *group ? arena_printf(t->a, "%s, %s", text, *group) : text;
	}
	return ret;
}

/* One line of a workflow is as many commands as its jobs make of it: one or another. */
static size_t read_line(const struct env_text *t, size_t i, struct env *to)
{
	size_t end, job = 0, jobs = env_matrix_jobs(t, i), from, to_end;
	struct span line = env_command_line(t, i, &end);
	ARRAY(struct chosen) made = { 0 };
	struct env_choice choice, with_python;

	if (env_calls(t, i, &from, &to_end))
		return read_call(t, i, from, to_end, to);
	if (env_of_call(t, i))
		return end;
	do {
		struct command_line c;
		const char *text, *python;
		size_t k = 0;

		choice = (struct env_choice){ .job = job };
		c.words = env_command_words(t->a, env_expand_choice(t, i, line, &choice));
		text = env_choice_text(t->a, &choice);
		with_python = choice;
		python = python_of_job(t, i, &with_python);
		while (k < made.n && text && (!made.v[k].text || strcmp(made.v[k].text, text) != 0))
			k++;
		if (k == made.n)
			ARRAY_ADD(t->a, made) = read_choice(t, i, end, text, &c, to);
		for (size_t n = made.v[k].first; n < made.v[k].end && python; n++)
			strings_add_once(t->a, &to->declared.v[n].pythons, python);
	} while (with_python.n && ++job < jobs);
	return end;
}

const struct env_format env_command = { .begins = command_begins, .read = read_line };
