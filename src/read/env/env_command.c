/* What one command that installs asks for: pip, uv, conda and its kin. */
#include <string.h>
#include "fact/project.h"
#include "fact/row.h"
#include "read/env/command_private.h"
#include "read/env/requirements_private.h"

/* What a command says of where packages come from. */
struct from {
	const char *index;   /* of all that it installs; NULL: none is named */
	const char *backend; /* "cu126", "auto": of torch and what belongs to it, by uv */
	const char *source;  /* Poetry: "--source NAME", which a manifest defines */
};

/* A file that a command reads, as the project has it. */
static void take_list(const struct env_text *t, struct requirements *r, const char *option,
		      struct span name, struct origin origin)
{
	if (span_ends(name, ".toml")) { /* uv takes a manifest for a list */
		env_problem(t->a, r->to, origin, PHRASE(t->a, LINE_NOT_READ));
		return;
	}
	name = env_copied(t, origin.line, name);
	requirements_line(r, span_of(arena_printf(r->a, "%s " SPAN_FMT, option, SPAN_ARG(name))),
			  origin);
}

/* An option of a command, with its value. */
static void pip_option(const struct env_text *t, struct requirements *r,
		       const struct env_option *o, struct span value, struct from *from,
		       struct origin origin)
{
	/* What means the same in a file. */
	if (span_in(o->name, "--extra-index-url --find-links --editable"))
		requirements_line(r, span_of(arena_printf(r->a, SPAN_FMT " " SPAN_FMT,
							  SPAN_ARG(o->name), SPAN_ARG(value))),
				  origin);
	if (span_in(o->name, "--requirement --constraint"))
		take_list(t, r, arena_span(r->a, o->name), value, origin);
	if (span_is(o->name, "--torch-backend"))
		from->backend = arena_span(r->a, value);
	else if (span_in(o->name, "--index-url --default-index --index"))
		from->index = arena_span(r->a, value);
	else if (span_is(o->name, "--source") && value.n)
		from->source = arena_printf(r->a, "--source " SPAN_FMT, SPAN_ARG(value));
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
		else if (span_in(name, "PIP_INDEX_URL UV_INDEX_URL UV_DEFAULT_INDEX"))
			from->index = value.p;
		else if (span_in(name, "PIP_EXTRA_INDEX_URL UV_INDEX UV_EXTRA_INDEX_URL"))
			requirements_line(r, span_of(arena_printf(r->a, "--extra-index-url %s",
								  value.p)), origin);
		else if (span_in(name, "PIP_FIND_LINKS UV_FIND_LINKS"))
			requirements_line(r, span_of(arena_printf(r->a, "--find-links %s",
								  value.p)), origin);
	}
}

/* A variable that is assigned nowhere is left in it: "$EXTRA", ".../whl/${CU}". */
bool env_command_is_open(const char *word)
{
	const char *at = strchr(word, '$'), *cmd = strchr(word, '%');

	if (cmd && (ascii_alpha(cmd[1]) || cmd[1] == '_') && strchr(cmd + 1, '%'))
		return true;
	return at && (ascii_alpha(at[1]) || at[1] == '_' || at[1] == '{' || at[1] == '(');
}

/* Where in the word it stands. */
static const char *sign_of(const char *word)
{
	const char *at = strchr(word, '$');

	return at ? at : strchr(word, '%');
}

static struct phrase open_words(struct arena *a, const char *word)
{
	const char *at = sign_of(word);

	return at[1] == '(' ? PHRASE(a, PRINTED_NOT_KNOWN) :
			      PHRASE(a, VARIABLE_NOT_KNOWN, SAY(item, at));
}

/* A requirement is taken as far as it goes: "torch==$TORCH". */
static bool is_asked_open(const char *word)
{
	return !strchr("$%-./", word[0]) && !strstr(word, "://");
}

/* What was not understood since then, for the variable in it. */
static void blame_open(struct arena *a, const char *word, size_t problems, struct env *to)
{
	if (!env_command_is_open(word) || !is_asked_open(word) || sign_of(word)[1] == '(')
		return;
	for (; problems < to->problems.n; problems++)
		to->problems.v[problems].what = open_words(a, word);
}

static bool has_flag(const struct command_line *c, const char *flags)
{
	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++)
		if (span_in(span_of(c->words.v[i]), flags))
			return true;
	return false;
}

/* Whether word i is an option, and its value's word is i then; an unknown one ends all. */
static bool is_option(const struct command_line *c, size_t *i, struct env_option *o, size_t *n)
{
	const char *word = c->words.v[*i];

	*n = 0;
	if (word[0] != '-' || !word[1])
		return false;
	*n = env_option_read(c->options, word, o, ENV_OPTIONS);
	if (o[*n - 1].takes && !o[*n - 1].value.p && *i + 1 < c->words.n)
		o[*n - 1].value = span_of(c->words.v[++*i]);
	return true;
}

/* An option that its program does not have, or of which nobody knows whether a value follows:
 * the program refuses the command, or takes other words for packages than is read here. */
static const char *unknown_option(const struct command_line *c)
{
	struct env_option o[ENV_OPTIONS];
	size_t n;

	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		const char *word = c->words.v[i];

		if (is_option(c, &i, o, &n) && !o[n - 1].known && !env_command_is_open(word))
			return word;
	}
	return NULL;
}

/* "torch@^2.1" of Poetry, where pip would read a URL. */
static const char *poetry_word(struct arena *a, const char *word)
{
	struct span s = span_of(word), name;
	const char *set;

	if (!span_next(&s, '@', &name) || !s.p || span_find(s, "://") >= 0 || !env_is_name(name))
		return word;
	set = span_is(s, "latest") ? "" : env_poetry_version(a, s);
	return set ? arena_printf(a, SPAN_FMT "%s", SPAN_ARG(name), set) : word;
}

static void take_requirement(struct requirements *r, const struct command_line *c,
			     const char *word, struct origin origin)
{
	size_t problems = r->to->problems.n;

	if (word[0] && !strchr("$%>.<", word[0]))
		requirements_line(r, span_of(c->poetry ? poetry_word(r->a, word) : word), origin);
	blame_open(r->a, word, problems, r->to);
}

/* What is asked for from there on is asked by one command. */
static void set_typed(struct env *to, size_t first)
{
	bool torch = false;

	for (size_t i = first; i < to->declared.n; i++)
		torch |= project_is_torch(to->declared.v[i].name);
	for (size_t i = first; i < to->declared.n; i++) {
		to->declared.v[i].typed = true;
		to->declared.v[i].with_torch = torch;
	}
}

static void settle_pip(const struct env_text *t, const struct command_line *c,
		       const struct from *from, size_t first, struct env *to)
{
	set_typed(to, first);
	for (size_t i = first; i < to->declared.n; i++) {
		struct env_declared *d = &to->declared.v[i];

		d->listed = strcmp(d->origin.file, t->file) != 0;
		d->upgrades = has_flag(c, "-U --upgrade --force-reinstall --reinstall -I "
					   "--ignore-installed");
		d->alone = has_flag(c, "--no-deps");
		if (from->index)
			d->index = from->index;
		if (from->backend && d->name && row_is_of_backend(d->name))
			d->index = backend_index(t->a, from->backend);
	}
}

static void read_pip(const struct env_text *t, const struct command_line *c, struct origin origin,
		     struct env *to)
{
	struct requirements r = { .a = t->a, .to = to, .files = t->files, .typed = true };
	size_t first = to->declared.n, n;
	struct from from = { NULL, NULL, NULL };
	struct env_option o[ENV_OPTIONS];

	strings_add(t->a, &r.seen, t->file);
	set_before(&r, c, &from, origin);
	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		size_t word = i;
		bool option = is_option(c, &i, o, &n);

		for (size_t k = word; k <= i; k++)
			if (env_command_is_open(c->words.v[k]) &&
			    (sign_of(c->words.v[k])[1] == '(' || !is_asked_open(c->words.v[k])))
				env_problem(t->a, to, origin, open_words(t->a, c->words.v[k]));
		for (size_t k = 0; k < n; k++)
			if (o[k].value.p)
				pip_option(t, &r, &o[k], o[k].value, &from, origin);
		if (!option && c->lists)
			take_list(t, &r, "-r", span_of(c->words.v[i]), origin);
		else if (!option)
			take_requirement(&r, c, c->words.v[i], origin);
	}
	if (from.source) {
		to->declared.n = first;
		env_problem(t->a, to, origin, PHRASE(t->a, VARIABLE_NOT_KNOWN,
						     SAY(item, from.source)));
	}
	if (from.index)
		set_place(t, to, SETTING_PIP, "index-url", from.index, origin);
	settle_pip(t, c, &from, first, to);
}

/* "--file NAME": specs, one a line; none of it is judged where it cannot be read. */
static void add_file(const struct env_text *t, struct span name, struct origin origin,
		     struct env *to)
{
	const char *path = requirements_beside(t->a, t->file, name);
	struct span text, line;
	struct origin in = { .file = path };

	if (!t->files || !place_read(t->a, t->files, path, 4 << 20, &text)) {
		env_problem(t->a, to, origin, PHRASE(t->a, INCLUDED_UNREADABLE, SAY(path, path)));
		return;
	}
	while (span_line(&text, &line) && !to->over) {
		line = span_trim(line);
		in.line++;
		if (!line.n || strchr("#@", line.p[0]))
			continue;
		in.text = arena_span(t->a, line);
		env_add_spec(t->a, to, in.text, in);
	}
}

static void read_conda(const struct env_text *t, const struct command_line *c, struct origin origin,
		       struct env *to)
{
	size_t first = to->declared.n, n;
	struct env_option o[ENV_OPTIONS];
	struct strings channels = { 0 };
	bool matters = false;

	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		const char *word = c->words.v[i];
		size_t problems = to->problems.n;

		if (!is_option(c, &i, o, &n) && env_is_name(span_sub(span_of(word), 0, 1)))
			env_add_spec(t->a, to, word, origin);
		for (size_t k = 0; k < n; k++)
			if (o[k].value.p && span_is(o[k].name, "--channel"))
				strings_add(t->a, &channels, arena_span(t->a, o[k].value));
			else if (o[k].value.p && span_is(o[k].name, "--file"))
				add_file(t, o[k].value, origin, to);
		blame_open(t->a, word, problems, to);
	}
	set_typed(to, first);
	for (size_t i = first; i < to->declared.n; i++)
		matters |= to->declared.v[i].name && env_is_weighed(to->declared.v[i].name);
	for (size_t i = 0; i < channels.n; i++)
		set_place(t, to, SETTING_CONDA, "channels", channels.v[i], origin);
	/* They serve this command alone: torch by them where it installs something of it. */
	if (matters || first == to->declared.n)
		strings_add_all(t->a, &to->channels, &channels);
}

/* What a project's manifest asks for is judged with that file, not where a command stands. */
static void read_project(const struct env_text *t, const struct command_line *c,
			 struct origin origin, struct env *to)
{
	struct span name = span_of(c->manifest), word;

	for (size_t i = c->at; i < c->words.n && strcmp(c->words.v[i], ";") != 0; i++) {
		word = span_of(c->words.v[i]);
		if (span_take(&word, "--file="))
			name = word;
		else if (span_in(word, "-f --file") && i + 1 < c->words.n)
			name = span_of(c->words.v[i + 1]);
	}
	name = env_copied(t, origin.line, name);
	env_problem(t->a, to, origin, PHRASE(t->a, ASKED_BY_MANIFEST,
		SAY(tool, arena_span(t->a, env_command_program(c->words.v[c->word]))),
		SAY(path, requirements_beside(t->a, t->file, name))));
}

void env_command_read(const struct env_text *t, const struct command_line *c, struct origin origin,
		      struct env *to)
{
	if (c->tool == TOOL_PROJECT)
		read_project(t, c, origin, to);
	else if (unknown_option(c))
		env_problem(t->a, to, origin, PHRASE(t->a, COMMAND_OPTION,
						     SAY(item, unknown_option(c))));
	else if (c->tool == TOOL_PIP || has_flag(c, "--pypi")) /* "pixi add --pypi" */
		read_pip(t, c, origin, to);
	else
		read_conda(t, c, origin, to);
}
