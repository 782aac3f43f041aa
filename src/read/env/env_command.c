/* Commands that install: pip, uv, conda and its kin, in a shell, a Dockerfile or a notebook. */
#include <stddef.h>
#include <string.h>

#include "fact/project.h"
#include "fact/row.h"
#include "read/env/command_private.h"
#include "read/env/requirements_private.h"

static bool may_be(struct span s)
{
	return span_find(s, "install ") > 0 || span_find(s, " add ") > 0 ||
	       span_find(s, " create ") > 0;
}

/* Its words are forgotten; what env_expand remembers of the text is not made among them. */
static bool command_begins(const struct env_text *t, size_t i)
{
	_Alignas(max_align_t) char room[4096];
	ARENA_AUTO words = { 0 };
	struct env_text trial = *t;
	struct command_line c;
	size_t end;

	if (t->as == ENV_AS_INSTALLED || !may_be(t->v[i].s))
		return false;
	memset(room, 0, sizeof room);
	arena_lend(&words, room, sizeof room);
	trial.a = &words;
	c.words = env_command_words(&words, env_expand(&trial, i, env_command_line(&trial, i, &end),
						       span_of("")));
	return env_command_find(&c, 0);
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

/*
 * "--inde-url URL": no option of pip or uv. It refuses the whole command, and what would come
 * from where is not known. A flag before a file's URL is one.
 */
static const char *unknown_option(const struct command_line *c)
{
	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		const char *word = c->words.v[i], *sign = strchr(word, '=');
		const char *value = sign ? sign + 1 : i + 1 < c->words.n ? c->words.v[i + 1] : "";
		struct span name = span_sub(span_of(word), 0, sign ? (size_t)(sign - word) :
					    strlen(word));
		bool place = strncmp(value, "http", 4) == 0 && strstr(value, "://") &&
			     !span_ends(span_of(value), ".whl") && !strstr(value, ".tar") &&
			     !strstr(value, ".zip");

		if (strncmp(word, "--", 2) == 0 && place) {
			size_t k = 0;

			while (k < sizeof pip_options / sizeof *pip_options &&
			       !span_is(name, pip_options[k].name))
				k++;
			if (k == sizeof pip_options / sizeof *pip_options)
				return word;
		}
	}
	return NULL;
}

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
		row_index(a, backend);
}

/* The place that one command names, for that command alone: its lines have it as their index. */
static void set_place(const struct env_text *t, struct env *to, enum env_setting_tool tool,
		      const char *key, const char *value, struct origin origin)
{
	if (strstr(value, "://"))
		env_set(t->a, to, tool, key, value, origin)->effective = false;
}

/*
 * "UV_TORCH_BACKEND=auto uv pip install", "PIP_INDEX_URL=… pip install": settings of one command.
 * Sources: docs.astral.sh/uv/reference/environment, pip's user guide, "Environment Variables".
 */
static void set_before(struct requirements *r, const struct command_line *c, struct from *from,
		       struct origin origin)
{
	size_t i = c->word;

	while (i > 0 && strcmp(c->words.v[i - 1], ";") != 0 &&
	       (env_command_is_lead(c->words.v[i - 1]) ||
		strncmp(c->words.v[i - 1], "python", 6) == 0))
		i--;
	for (; i < c->word; i++) {
		struct span value = span_of(c->words.v[i]), name;

		if (!span_next(&value, '=', &name) || !value.p)
			continue;
		if (span_is(name, "UV_TORCH_BACKEND"))
			from->backend = value.p;
		else if (span_is(name, "PIP_INDEX_URL") || span_is(name, "UV_INDEX_URL") ||
			 span_is(name, "UV_DEFAULT_INDEX"))
			from->index = value.p;
		else if (span_is(name, "PIP_EXTRA_INDEX_URL") || span_is(name, "UV_INDEX") ||
			 span_is(name, "UV_EXTRA_INDEX_URL"))
			requirements_line(r, span_of(arena_printf(r->a, "--extra-index-url %s",
								  value.p)), origin);
		else if (span_is(name, "PIP_FIND_LINKS") || span_is(name, "UV_FIND_LINKS"))
			requirements_line(r, span_of(arena_printf(r->a, "--find-links %s",
								  value.p)), origin);
	}
}

/* A variable that is assigned nowhere is left in it: "$EXTRA", ".../whl/${CU}". */
static bool is_open(const char *word)
{
	const char *at = strchr(word, '$');

	return at && (ascii_alpha(at[1]) || at[1] == '_' || at[1] == '{' || at[1] == '(');
}

static struct phrase open_words(struct arena *a, const char *word)
{
	const char *at = strchr(word, '$');

	return at[1] == '(' ? PHRASE(a, PRINTED_NOT_KNOWN) :
			      PHRASE(a, VARIABLE_NOT_KNOWN, SAY(item, at));
}

/* A requirement is taken as far as it goes: "torch==$TORCH". */
static bool is_asked_open(const char *word)
{
	return word[0] != '$' && word[0] != '-' && word[0] != '.' && word[0] != '/' &&
	       !strstr(word, "://");
}

static void tell_open(const struct env_text *t, const char *word, struct origin origin,
		      struct env *to)
{
	if (strchr(word, '$')[1] == '(' || !is_asked_open(word))
		env_problem(t->a, to, origin, open_words(t->a, word));
}

/* What was not understood since then, for the variable in it. */
static void blame_open(const struct env_text *t, const char *word, size_t problems,
		       struct env *to)
{
	if (!is_open(word) || !is_asked_open(word) || strchr(word, '$')[1] == '(')
		return;
	for (; problems < to->problems.n; problems++)
		to->problems.v[problems].what = open_words(t->a, word);
}

static bool has_flag(const struct command_line *c, const char *const *flags)
{
	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++)
		for (const char *const *f = flags; *f; f++)
			if (strcmp(c->words.v[i], *f) == 0)
				return true;
	return false;
}

/* Sources: pip install --help, uv pip install --help. */
static const char *const upgrading[] = { "-U", "--upgrade", "--force-reinstall", "--reinstall",
					 "-I", "--ignore-installed", NULL };
static const char *const lonely[] = { "--no-deps", NULL };

static void read_pip(const struct env_text *t, const struct command_line *c, struct origin origin,
		     struct env *to)
{
	struct requirements r = { .a = t->a, .to = to, .files = t->files };
	size_t first = to->declared.n;
	struct from from = { NULL, NULL };
	bool torch = false;

	if (unknown_option(c)) {
		env_problem(t->a, to, origin, PHRASE(t->a, COMMAND_REFUSED,
						     SAY(item, unknown_option(c))));
		return;
	}
	strings_add(t->a, &r.seen, t->file);
	set_before(&r, c, &from, origin);
	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		const char *word = c->words.v[i];

		size_t first_word = i, problems;

		if (word[0] == '-')
			i = pip_option(&r, c, i, &from, origin);
		for (size_t n = first_word; n <= i; n++)
			if (is_open(c->words.v[n]))
				tell_open(t, c->words.v[n], origin, to);
		if (word[0] == '-')
			continue;
		problems = to->problems.n;
		if (word[0] && word[0] != '$' && word[0] != '>' && word[0] != '.')
			requirements_line(&r, span_of(word), origin);
		blame_open(t, word, problems, to);
	}
	if (from.index)
		set_place(t, to, SETTING_PIP, "index-url", from.index, origin);
	for (size_t i = first; i < to->declared.n; i++)
		torch |= project_is_torch(to->declared.v[i].name);
	for (size_t i = first; i < to->declared.n; i++) {
		struct env_declared *d = &to->declared.v[i];

		d->typed = true;
		d->upgrades = has_flag(c, upgrading);
		d->alone = has_flag(c, lonely);
		d->with_torch = torch;
		if (from.index)
			d->index = from.index;
		if (from.backend && d->name && row_is_of_backend(d->name))
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
			size_t problems = to->problems.n;

			if (env_is_name(span_sub(span_of(word), 0, 1)))
				env_add_spec(t->a, to, word, origin);
			blame_open(t, word, problems, to);
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

	return is_open(c->words.v[at]) ||
	       (at >= 2 && strcmp(c->words.v[at - 1], "-m") == 0 && is_open(c->words.v[at - 2]));
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

/*
 * What one branch of several installs is for itself, and so are the indexes that it names: its
 * lines have the one of torch as theirs.
 */
static void set_condition(const char *condition, size_t first, size_t first_setting,
			  struct env *to)
{
	const char *index = NULL;

	for (size_t i = first_setting; i < to->settings.n; i++) {
		struct env_setting *s = &to->settings.v[i];

		if (s->effective && strstr(s->key, "index-url") && strstr(s->value, "/whl/"))
			index = s->value;
		s->effective = false;
	}
	for (size_t i = first; i < to->declared.n; i++) {
		struct env_declared *d = &to->declared.v[i];

		d->group = condition;
		if (index && !d->index && d->name && row_is_of_backend(d->name))
			d->index = index;
	}
}

static void read_words(const struct env_text *t, size_t i, size_t end, struct command_line *c,
		       const char *known, struct env *to)
{
	size_t from = 0;

	while (env_command_find(c, from)) {
		size_t line = line_of_command(t, i, end, c);
		struct origin origin = env_origin(t, line);
		size_t first = to->declared.n, first_setting = to->settings.n;
		const char *condition = known ? known :
			env_condition_word(t->a, &c->words, c->word);

		if (c->tool == TOOL_PIP) {
			read_pip(t, c, origin, to);
			if (!to->python_full)
				to->python_full = python_of(t->a, c);
			if (!to->python_full && !is_python_open(c))
				to->python_full = env_base_python(t, i);
		} else {
			read_conda(t, c, origin, to);
		}
		condition = condition ? condition : env_condition(t, line);
		if (condition)
			set_condition(condition, first, first_setting, to);
		from = c->at;
	}
}

void env_command_run(const struct env_text *t, size_t i, const struct strings *words,
		     const char *condition, struct env *to)
{
	struct command_line c = { .words = *words };

	read_words(t, i, i + 1, &c, condition, to);
}

/* One line of a workflow is as many commands as its matrix has combinations: one or another. */
static size_t read_line(const struct env_text *t, size_t i, struct env *to)
{
	enum { COMBINATIONS = 16 };
	struct env_choice choice = { .n = 0 };
	size_t end, n = 0;
	struct span line = env_command_line(t, i, &end);

	do {
		struct command_line c;
		size_t first = to->declared.n;

		c.words = env_command_words(t->a, env_expand_choice(t, i, line, &choice));
		if (choice.n && !env_choice_holds(t, i, &choice))
			continue;
		read_words(t, i, end, &c, NULL, to);
		for (; first < to->declared.n && choice.n; first++)
			to->declared.v[first].group = env_choice_text(t->a, &choice);
	} while (++n < COMBINATIONS && env_choose_next(&choice));
	return end;
}

const struct env_format env_command = { command_begins, read_line };
