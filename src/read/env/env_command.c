/* Commands that install: pip, uv, conda and its kin, in a shell, a Dockerfile or a notebook. */
#include <string.h>

#include "base/buf.h"
#include "fact/installer.h"
#include "read/env/env_private.h"
#include "read/env/requirements_private.h"

enum { WORDS = 200, LINES = 60, DECLARED_MOST = 5000 };

enum tool { TOOL_NONE, TOOL_PIP, TOOL_CONDA };

struct command_line {
	struct strings words; /* of the line, ";" where a command ends */
	size_t word;          /* the program */
	size_t at;            /* the first word behind "install" */
	enum tool tool;
};

static bool ends_command(char c)
{
	return c == ';' || c == '|' || c == '&' || c == ')';
}

/* One word as a shell takes it: quote marks are taken off, and those of Markdown. */
static const char *take_word(struct arena *a, struct span *s)
{
	BUF_AUTO b = BUF(4096);
	char quote = 0;
	size_t i = 0;

	for (; i < s->n && (quote || (!ascii_space(s->p[i]) && !ends_command(s->p[i]))); i++) {
		char c = s->p[i];

		if (quote ? c == quote : c == '"' || c == '\'')
			quote = quote ? 0 : c;
		else if (quote || c != '`')
			buf_char(&b, c);
	}
	*s = span_from(*s, i);
	return arena_str(a, buf_cstr(&b));
}

static struct strings split_words(struct arena *a, struct span s)
{
	struct strings ret = { 0 };

	for (s = span_trim(s); s.n && ret.n < WORDS; s = span_trim(s)) {
		if (ends_command(s.p[0])) {
			strings_add(a, &ret, ";");
			s = span_from(s, 1);
		} else if (s.p[0] == '#') {
			break;
		} else {
			strings_add(a, &ret, take_word(a, &s));
		}
	}
	return ret;
}

/* The line, and those that a backslash adds to it; Docker leaves remarks between them out. */
static struct span whole_line(const struct env_text *t, size_t i, size_t *end)
{
	BUF_AUTO b = BUF(64 << 10);
	bool docker = span_starts(span_trim(t->v[i].s), "RUN ");

	for (*end = i; *end < t->n && *end - i < LINES;) {
		struct span s = span_trim(t->v[(*end)++].s);
		bool more = span_ends(s, "\\");

		if (docker && s.n && s.p[0] == '#')
			continue;
		buf_span(&b, more ? span_sub(s, 0, s.n - 1) : s);
		buf_char(&b, ' ');
		if (!more)
			break;
	}
	return span_of(arena_str(t->a, buf_cstr(&b)));
}

/* "!pip", "%pip", "/usr/bin/pip3.10", "pip.exe", "C:\Users\me>pip" */
static struct span program_name(const char *word)
{
	static const char before[] = { '/', '\\', '>' };
	struct span s = span_of(word);

	for (size_t i = 0; i < sizeof before; i++)
		s = span_from(s, (size_t)(span_rfind_char(s, before[i]) + 1));
	while (s.n && (s.p[0] == '!' || s.p[0] == '%'))
		s = span_from(s, 1);
	return span_ends(s, ".exe") ? span_sub(s, 0, s.n - 4) : s;
}

static bool is_pip(struct span s)
{
	if (!span_take(&s, "pip"))
		return false;
	for (size_t i = 0; i < s.n; i++)
		if (!ascii_digit(s.p[i]) && s.p[i] != '.')
			return false;
	return true;
}

static enum tool tool_of(const char *word, const char *verb)
{
	struct span s = program_name(word);
	enum installer by;

	if (is_pip(s) && strcmp(verb, "install") == 0)
		return TOOL_PIP;
	if (span_is(s, "uv") && strcmp(verb, "add") == 0)
		return TOOL_PIP;
	if (span_is(s, "pixi") && strcmp(verb, "add") == 0)
		return TOOL_CONDA;
	if (!installer_parse(s, &by) || installer_place(by) != PLACE_PREFIX)
		return TOOL_NONE;
	return strcmp(verb, "install") == 0 || strcmp(verb, "create") == 0 ? TOOL_CONDA : TOOL_NONE;
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
static bool is_lead(const char *word)
{
	static const char *const words[] = { "RUN", "sudo", "-m", "uv", ";", "run:", "-H", "-",
					     "then" };
	struct span s = span_of(word);

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (span_is(s, words[i]))
			return true;
	return span_ends(s, "$") || span_ends(s, "#") || span_ends(s, ">") ||
	       span_ends(s, "%") || is_setting(s);
}

/* "conda run -n NAME", "poetry run": one program runs another in an environment. */
static bool is_run(const struct strings *words, size_t i)
{
	static const char *const programs[] = { "conda",  "mamba", "micromamba", "poetry",
						"pipenv", "uv",    "pixi",       "hatch" };
	enum { OPTIONS = 8 };

	for (size_t k = i; k-- > 1 && i - k < OPTIONS && strcmp(words->v[k], ";") != 0;) {
		struct span s = program_name(words->v[k - 1]);

		if (strcmp(words->v[k], "run") != 0)
			continue;
		for (size_t n = 0; n < sizeof programs / sizeof *programs; n++)
			if (span_is(s, programs[n]))
				return true;
	}
	return false;
}

/* "install" of "pip --no-cache-dir install": the options of the program stand before it. */
static size_t verb_of(const struct strings *words, size_t i)
{
	size_t last = i + 4 < words->n - 1 ? i + 4 : words->n - 1;

	for (i++; i < last && words->v[i][0] == '-'; i++)
		;
	return i;
}

/* The next command from word `from` on. */
static bool find_command(struct command_line *c, size_t from)
{
	for (size_t i = from; i + 2 < c->words.n; i++) {
		size_t verb = verb_of(&c->words, i);

		c->tool = tool_of(c->words.v[i], c->words.v[verb]);
		c->word = i;
		c->at = verb + 1;
		if (c->tool == TOOL_NONE)
			continue;
		if (i == 0 || is_lead(c->words.v[i - 1]) || is_run(&c->words, i))
			return true;
	}
	return false;
}

static bool may_be(struct span s)
{
	return span_find(s, "install ") > 0 || span_find(s, " add ") > 0 ||
	       span_find(s, " create ") > 0;
}

static bool command_begins(const struct env_text *t, size_t i)
{
	struct command_line c;
	size_t end;

	if (t->as == ENV_AS_INSTALLED || !may_be(t->v[i].s))
		return false;
	c.words = split_words(t->a, env_expand(t, i, whole_line(t, i, &end), span_of("")));
	return find_command(&c, 0);
}

struct option {
	const char *name, *letter;
	bool forward; /* means the same in a file */
};

static const struct option pip_options[] = {
	{ "--index-url", "-i", false },      { "--extra-index-url", NULL, true },
	{ "--find-links", "-f", true },      { "--requirement", "-r", true },
	{ "--constraint", "-c", true },      { "--editable", "-e", true },
	{ "--target", "-t", false },         { "--prefix", NULL, false },
	{ "--python", "-p", false },         { "--python-version", NULL, false },
	{ "--platform", NULL, false },       { "--timeout", NULL, false },
	{ "--cache-dir", NULL, false },      { "--trusted-host", NULL, false },
	{ "--progress-bar", NULL, false },   { "--upgrade-strategy", NULL, false },
	{ "--config-settings", "-C", false }, { "--torch-backend", NULL, false },
	{ "--proxy", NULL, false },          { "--root", NULL, false },
	{ "--default-index", NULL, false },  { "--index", NULL, false },
};

static const struct option *option_of(const char *word)
{
	for (size_t i = 0; i < sizeof pip_options / sizeof *pip_options; i++)
		if (strcmp(word, pip_options[i].name) == 0 ||
		    (pip_options[i].letter && strcmp(word, pip_options[i].letter) == 0))
			return &pip_options[i];
	return NULL;
}

static bool is_index(const char *word, const char **value)
{
	static const char *const names[] = { "--index-url=", "--default-index=", "--index=" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (strncmp(word, names[i], strlen(names[i])) == 0) {
			*value = word + strlen(names[i]);
			return true;
		}
	return false;
}

/* What a command says of where packages come from. */
struct from {
	const char *index;   /* of all that it installs; NULL: none is named */
	const char *backend; /* "cu126", "auto": of torch and what belongs to it, by uv */
};

/* Option number i; returns the number of its last word. */
static size_t pip_option(struct requirements *r, const struct command_line *c, size_t i,
			 struct from *from, struct origin origin)
{
	const char *word = c->words.v[i];
	const struct option *o = option_of(word);
	const char *value = o && i + 1 < c->words.n ? c->words.v[i + 1] : NULL;

	if (is_index(word, &from->index))
		return i;
	if (strncmp(word, "--torch-backend=", 16) == 0) {
		from->backend = word + 16;
		return i;
	}
	if (!value) {
		if (strncmp(word, "--extra-index-url=", 18) == 0 ||
		    strncmp(word, "--find-links=", 13) == 0)
			requirements_line(r, span_of(word), origin);
		return i;
	}
	if (o->forward)
		requirements_line(r, span_of(arena_printf(r->a, "%s %s", o->name, value)), origin);
	else if (strcmp(o->name, "--torch-backend") == 0)
		from->backend = value;
	else if (strstr(o->name, "index"))
		from->index = value;
	return i + 1;
}

/*
 * uv takes torch and what belongs to it from the index of the backend, whatever the others come
 * from; "auto" asks the driver which one. Source: docs.astral.sh/uv/guides/integration/pytorch.
 */
static const char *backend_index(struct arena *a, const char *backend)
{
	return strcmp(backend, "auto") == 0 ? backend :
		arena_printf(a, "https://download.pytorch.org/whl/%s", backend);
}

static bool is_of_torch(const struct env_declared *d)
{
	static const char *const names[] = { "torch", "torchvision", "torchaudio", "torchao",
					     "torchtext", "torchdata", "torchcodec", "triton" };

	for (size_t i = 0; d->name && i < sizeof names / sizeof *names; i++)
		if (strcmp(d->name, names[i]) == 0)
			return true;
	return false;
}

/* The place that one command names, for that command alone: its lines have it as their index. */
static void set_place(const struct env_text *t, struct env *to, enum env_setting_tool tool,
		      const char *key, const char *value, struct origin origin)
{
	if (strstr(value, "://"))
		env_set(t->a, to, tool, key, value, origin)->effective = false;
}

static void read_pip(const struct env_text *t, const struct command_line *c, struct origin origin,
		     struct env *to)
{
	struct requirements r = { .a = t->a, .to = to, .files = t->files };
	size_t first = to->declared.n;
	struct from from = { NULL, NULL };

	strings_add(t->a, &r.seen, t->file);
	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		const char *word = c->words.v[i];

		if (word[0] == '-')
			i = pip_option(&r, c, i, &from, origin);
		else if (word[0] && word[0] != '$' && word[0] != '>' && word[0] != '.')
			requirements_line(&r, span_of(word), origin);
	}
	if (from.index)
		set_place(t, to, SETTING_PIP, "index-url", from.index, origin);
	for (size_t i = first; i < to->declared.n; i++) {
		struct env_declared *d = &to->declared.v[i];

		d->typed = true;
		if (from.index)
			d->index = from.index;
		if (from.backend && is_of_torch(d))
			d->index = backend_index(t->a, from.backend);
	}
}

static bool takes_value(const char *word)
{
	static const char *const options[] = { "-c", "--channel", "-n", "--name", "-p", "--prefix",
					       "--file", "-f", "--solver", "--platform", "--subdir",
					       "--feature", "--root-prefix", "-r" };

	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (strcmp(word, options[i]) == 0)
			return true;
	return false;
}

static void add_channel(const struct env_text *t, struct env *to, const char *name,
			struct origin origin)
{
	strings_add(t->a, &to->channels, name);
	set_place(t, to, SETTING_CONDA, "channels", name, origin);
}

static void read_conda(const struct env_text *t, const struct command_line *c, struct origin origin,
		       struct env *to)
{
	size_t first = to->declared.n;

	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		const char *word = c->words.v[i];

		if (word[0] != '-') {
			if (env_is_name(span_sub(span_of(word), 0, 1)))
				env_add_spec(t->a, to, word, origin);
			continue;
		}
		if (!takes_value(word) || i + 1 >= c->words.n)
			continue;
		i++;
		if (strcmp(word, "-c") == 0 || strcmp(word, "--channel") == 0)
			add_channel(t, to, c->words.v[i], origin);
	}
	for (size_t i = first; i < to->declared.n; i++)
		to->declared.v[i].typed = true;
}

/* "3.8" of "python3.8", "pip3.8" and "-3.8"; NULL: the word names no minor release. */
static const char *minor_in(struct arena *a, const char *word)
{
	struct span s = program_name(word), digits;

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

/* The line of the command's first word: a RUN of a Dockerfile has many. */
static struct origin origin_of_command(const struct env_text *t, size_t i, size_t end,
				       const struct command_line *c)
{
	size_t before = 0;

	for (; i + 1 < end; i++) {
		struct span s = span_trim(t->v[i].s);

		if (s.n && s.p[0] != '#')
			before += split_words(t->a, span_sub(s, 0, s.n - 1)).n;
		if (c->word < before)
			break;
	}
	return env_origin(t, i);
}

static size_t read_line(const struct env_text *t, size_t i, struct env *to)
{
	struct command_line c;
	size_t end, from = 0;

	c.words = split_words(t->a, env_expand(t, i, whole_line(t, i, &end), span_of("")));
	while (to->declared.n < DECLARED_MOST && find_command(&c, from)) {
		struct origin origin = origin_of_command(t, i, end, &c);

		if (c.tool == TOOL_PIP) {
			read_pip(t, &c, origin, to);
			if (!to->python_full)
				to->python_full = python_of(t->a, &c);
			if (!to->python_full)
				to->python_full = env_base_python(t, i);
		} else {
			read_conda(t, &c, origin, to);
		}
		from = c.at;
	}
	return end;
}

const struct env_format env_command = { command_begins, read_line };
