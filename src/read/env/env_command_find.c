/* Where commands that install stand in a line: behind prompts, "RUN", "sudo", other commands. */
#include <string.h>

#include "base/buf.h"
#include "fact/installer.h"
#include "read/env/command_private.h"

enum { WORDS = 200, LINES = 60 };

/* What a word says: quote marks are taken off, and those of Markdown. */
static const char *plain(struct arena *a, struct span s)
{
	BUF_AUTO b = BUF(4096);
	char quote = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		/* A shell's command in JSON, as notebooks keep it. */
		if (c == '\\' && i + 1 < s.n && s.p[i + 1] == '"')
			c = s.p[++i];
		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
		else if (quote || c != '`')
			buf_char(&b, c);
	}
	return arena_str(a, buf_cstr(&b));
}

struct strings env_command_words(struct arena *a, struct span s)
{
	struct strings ret = { 0 };
	struct span word;

	while (ret.n < WORDS && env_word(&s, &word) && word.p[0] != '#')
		strings_add(a, &ret, env_word_ends(word) ? ";" : plain(a, word));
	return ret;
}

/* The value of a line of JSON, `"postCreateCommand": "pip install torch",`, or a string alone. */
static struct span json_value(struct span s)
{
	ptrdiff_t at = span_find(s, "\": \"");

	if (!span_starts(s, "\""))
		return s;
	if (span_ends(s, ","))
		s.n--;
	if (s.n < 2 || !span_ends(s, "\""))
		return s;
	if (span_ends(s, "\\n\""))
		s.n -= 2;
	at = at > 0 ? at + 4 : 1;
	return (size_t)at < s.n ? span_sub(s, (size_t)at, s.n - 1 - (size_t)at) : s;
}

/* "I ran `pip install torch` and": the commands are what stands between the marks of Markdown. */
static struct span in_marks(struct arena *a, struct span s)
{
	struct span rest = s, before, code;
	const char *ret = NULL;

	while (span_next(&rest, '`', &before) && span_find_char(rest, '`') >= 0 &&
	       span_next(&rest, '`', &code))
		if (span_find(code, " install ") > 0 || span_find(code, " add ") > 0)
			ret = arena_printf(a, "%s%s" SPAN_FMT, ret ? ret : "", ret ? " ; " : "",
					   SPAN_ARG(code));
	return ret ? span_of(ret) : s;
}

/* "[https://…](https://…)" and "<https://…>" of Markdown are the address alone. */
static struct span plain_links(struct arena *a, struct span s)
{
	static const struct {
		const char *open;
		char begin, end;
	} marks[] = { { "](http", '[', ')' }, { "<http", '<', '>' } };

	for (size_t i = 0; i < 2;) {
		ptrdiff_t at = span_find(s, marks[i].open), from = at, end = at;
		size_t skip = strlen(marks[i].open) - strlen("http");

		if (at >= 0) {
			from = span_rfind_char(span_sub(s, 0, (size_t)at + 1), marks[i].begin);
			end = span_find_char(span_from(s, (size_t)at), marks[i].end);
		}
		if (from < 0 || end < 0)
			i++;
		else
			s = span_of(arena_printf(a, "%.*s" SPAN_FMT SPAN_FMT, (int)from, s.p,
				SPAN_ARG(span_sub(s, (size_t)at + skip, (size_t)end - skip)),
				SPAN_ARG(span_from(s, (size_t)(at + end + 1)))));
	}
	return s;
}

/* The line, and those that a backslash adds to it; Docker leaves remarks between them out. */
struct span env_command_line(const struct env_text *t, size_t i, size_t *end)
{
	BUF_AUTO b = BUF(64 << 10);
	bool docker = span_starts(span_trim(t->v[i].s), "RUN ");

	for (*end = i; *end < t->n && *end - i < LINES;) {
		struct span s = json_value(span_trim(t->v[(*end)++].s));
		bool more = span_ends(s, "\\") || span_ends(s, " ^") || span_ends(s, " `");

		if (docker && s.n && s.p[0] == '#')
			continue;
		buf_span(&b, more ? span_sub(s, 0, s.n - 1) : s);
		buf_char(&b, ' ');
		if (!more)
			break;
	}
	return plain_links(t->a, in_marks(t->a, span_of(arena_str(t->a, buf_cstr(&b)))));
}

/* "!pip", "%pip", "/usr/bin/pip3.10", "pip.exe", "C:\Users\me>pip" */
struct span env_command_program(const char *word)
{
	static const char before[] = { '/', '\\', '>' };
	struct span s = span_of(word);

	for (size_t i = 0; i < sizeof before; i++)
		s = span_from(s, (size_t)(span_rfind_char(s, before[i]) + 1));
	while (s.n && strchr("!%@(", s.p[0]))
		s = span_from(s, 1);
	return span_ends(s, ".exe") ? span_sub(s, 0, s.n - 4) : s;
}

/* "$PIP", "${VENV_PIP}": a variable that is assigned nowhere, by its name. */
static bool is_named_pip(struct span s)
{
	if (span_take(&s, "{") || span_take(&s, "("))
		s.n -= s.n > 0;
	return span_ends(s, "PIP") || span_ends(s, "pip");
}

bool env_command_is_pip(struct span s)
{
	if (span_take(&s, "$"))
		return is_named_pip(s);
	if (!span_take(&s, "pip"))
		return false;
	if (span_starts(s, "$"))
		return true; /* "pip${PYTHON_VERSION}" */
	return !ANY(x, LIST(s.p, s.n), !ascii_digit(*x) && *x != '.');
}

/*
 * The file in which a program finds all that it installs; NULL: the command names it. Sources: the
 * commands' pages of docs.astral.sh/uv, python-poetry.org, pdm-project.org, pipenv.pypa.io and
 * pixi.sh; docs.conda.io, "conda env create" and "conda env update".
 */
static const char *manifest_of(const struct command_line *c, struct span program, const char *verb)
{
	static const struct {
		const char *program, *verbs, *manifest;
	} rows[] = {
		{ "uv", "sync", "pyproject.toml" },
		{ "poetry", "install sync", "pyproject.toml" },
		{ "pdm", "install sync", "pyproject.toml" },
		{ "pipenv", "install sync", "Pipfile" },
		{ "pixi", "install", "pixi.toml" },
	};
	enum installer by;

	if (strcmp(verb, "env") == 0 && c->at < c->words.n)
		return span_in(span_of(c->words.v[c->at]), "create update") &&
		       installer_parse(program, &by) && installer_place(by) == PLACE_PREFIX ?
		       "environment.yml" : NULL;
	/* "pipenv install torch" names what it adds */
	if (span_is(program, "pipenv") && c->at < c->words.n &&
	    env_is_name(span_sub(span_of(c->words.v[c->at]), 0, 1)))
		return NULL;
	return FIRST_TELLS(x, ROWS(rows), span_is(program, x->program) &&
			   span_in(span_of(verb), x->verbs), x->manifest, NULL);
}

/* What installs, by the program and its verb; `before` is the word in front of it. */
static enum tool tool_of(struct command_line *c, const char *before, const char *verb)
{
	struct span s = env_command_program(c->words.v[c->word]);
	bool install = strcmp(verb, "install") == 0, add = strcmp(verb, "add") == 0, pip;
	enum installer by;

	pip = env_command_is_pip(s);
	c->options = env_option_table(pip && strcmp(before, "uv") == 0 ? SPAN("uv") : s,
				      !pip && add);
	c->poetry = span_is(s, "poetry");
	c->lists = pip && strcmp(before, "uv") == 0 && strcmp(verb, "sync") == 0;
	c->manifest = manifest_of(c, s, verb);
	if (c->manifest)
		return TOOL_PROJECT;
	if (pip || span_is(s, "pipenv"))
		return install || c->lists ? TOOL_PIP : TOOL_NONE;
	if (!installer_parse(s, &by))
		return TOOL_NONE;
	if (installer_place(by) == PLACE_PREFIX)
		return install || strcmp(verb, "create") == 0 ? TOOL_CONDA : TOOL_NONE;
	return !add ? TOOL_NONE : by == INSTALLER_PIXI ? TOOL_CONDA : TOOL_PIP;
}

/* "UV_TORCH_BACKEND=cu128", and Docker's "--mount=type=cache,target=/root" */
static bool is_setting(struct span s)
{
	size_t n = 0;

	if (span_starts(s, "--mount=") || span_starts(s, "--network="))
		return true;
	while (n < s.n && (ascii_digit(s.p[n]) || s.p[n] == '_' ||
			   (s.p[n] >= 'A' && s.p[n] <= 'Z')))
		n++;
	return n > 0 && n < s.n && s.p[n] == '=';
}

/* What may stand before a command: a prompt, "RUN", "sudo", "python -m", another command. */
bool env_command_is_lead(const char *word)
{
	struct span s = span_of(word);

	if (s.n > 1)
		span_take(&s, "@"); /* cmd: "@call" */
	if (span_in(s, "RUN sudo -m uv ; run: -H - then else do call CALL exec env time command "
		       "nohup eval { ( ! @ -E /c install: script:"))
		return true;
	return span_ends(s, "$") || span_ends(s, "#") || span_ends(s, ">") ||
	       span_ends(s, "%") || is_setting(s);
}

/* "conda run -n NAME", "poetry run": one program runs another in an environment. */
static bool is_run(const struct strings *words, size_t i)
{
	enum { OPTIONS = 8 };

	for (size_t k = i; k-- > 1 && i - k < OPTIONS && strcmp(words->v[k], ";") != 0;) {
		struct span s = env_command_program(words->v[k - 1]);

		if (strcmp(words->v[k], "run") != 0)
			continue;
		if (span_in(s, "conda mamba micromamba poetry pipenv uv pixi hatch"))
			return true;
	}
	return false;
}

/* "install" of "pip --timeout 60 install": the options of the program stand before it. */
static size_t verb_of(const struct strings *words, size_t i)
{
	const char *table = env_option_table(env_command_program(words->v[i]), false);
	struct env_option o[ENV_OPTIONS];

	for (i++; i + 1 < words->n && words->v[i][0] == '-'; i++) {
		size_t n = env_option_read(table, words->v[i], o, ENV_OPTIONS);

		i += n && o[n - 1].takes && !o[n - 1].value.p;
	}
	return i < words->n ? i : words->n - 1;
}

/* The next command from word `from` on. */
bool env_command_find(struct command_line *c, size_t from)
{
	for (size_t i = from; i + 1 < c->words.n; i++) {
		size_t verb = verb_of(&c->words, i);

		c->word = i;
		c->at = verb + 1;
		c->tool = tool_of(c, i ? c->words.v[i - 1] : "", c->words.v[verb]);
		if (c->tool == TOOL_NONE)
			continue;
		if (i == 0 || env_command_is_lead(c->words.v[i - 1]) || is_run(&c->words, i))
			return true;
	}
	return false;
}
