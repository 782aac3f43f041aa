/*
 * Code that installs: a string that is a command, os.system("pip install torch"), and a call with
 * the words of one: subprocess.run([sys.executable, "-m", "pip", "install", "torch"]), those of
 * nox (nox.thea.codes/en/stable/config.html, session.install) and of images in Modal
 * (modal.com/docs/reference/modal.Image: pip_install, from_registry, debian_slim).
 */
#include <string.h>

#include "base/tr.h"
#include "read/env/command_private.h"

enum { CALL_LINES = 60, WORDS_MOST = 200 };

/* A call that installs what its strings name. */
static const struct call {
	const char *name;
	const char *program;
	const char *flag;      /* in front of each string; NULL: none */
} calls[] = {
	{ "uv_pip_install(", "pip", NULL },
	{ "pip_install(", "pip", NULL },
	{ "pip_install_from_requirements(", "pip", "-r" },
	{ "micromamba_install(", "micromamba", NULL },
	{ "conda_install(", "conda", NULL },
	{ "session.install(", "pip", NULL },
};

/* What a keyword of such a call says, in pip's and conda's words. */
static const struct keyword {
	const char *name, *option;
} keywords[] = {
	{ "extra_index_url", "--extra-index-url" }, { "index_url", "--index-url" },
	{ "find_links", "--find-links" },           { "channels", "-c" },
	{ "channel", "-c" },                        { "requirements", "-r" },
};

static bool is_remark(struct span s)
{
	s = span_trim(s);
	return span_starts(s, "#") || span_starts(s, "//");
}

static bool is_quote(char c)
{
	return c == '"' || c == '\'';
}

/* What stands between the quote at s.p[at] and the next of its kind; n is 0: none ends there. */
static struct span string_at(struct span s, size_t at)
{
	struct span in = span_from(s, at + 1);
	ptrdiff_t end = span_find_char(in, s.p[at]);

	return span_sub(in, 0, end < 0 ? 0 : (size_t)end);
}

/* Text that begins as a command which installs. */
static bool is_command(struct arena *a, struct span s)
{
	static const char *const programs[] = { "pip", "uv ", "python", "conda ", "mamba ",
						"micromamba ", "sudo ", "!pip", "%pip" };
	struct arena_mark before = arena_mark(a);
	struct command_line c;
	bool begins = false, ret;

	for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
		begins |= span_starts(s, programs[i]);
	if (!begins || span_find(s, " install ") < 0)
		return false;
	c.words = env_command_words(a, s);
	ret = env_command_find(&c, 0);
	arena_back(a, before);
	return ret;
}

/* The next string from *at on that is a command; *at is behind it then. */
static bool next_command(struct arena *a, struct span s, size_t *at, struct span *text)
{
	for (; *at < s.n; ++*at) {
		if (!is_quote(s.p[*at]))
			continue;
		*text = string_at(s, *at);
		if (text->n && is_command(a, *text)) {
			*at += text->n + 2;
			return true;
		}
	}
	return false;
}

static const struct call *call_in(struct span s, size_t *behind)
{
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		ptrdiff_t at = span_find(s, calls[i].name);

		if (at >= 0 && (at == 0 || !(ascii_alnum(s.p[at - 1]) || s.p[at - 1] == '_'))) {
			*behind = (size_t)at + strlen(calls[i].name);
			return &calls[i];
		}
	}
	return NULL;
}

/* "pip", "install" one behind the other; *behind is behind the second. */
static bool is_words(struct span s, size_t *behind)
{
	static const char *const marks[] = { "\"pip\"", "'pip'" };

	for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
		ptrdiff_t at = span_find(s, marks[i]);
		struct span rest = span_trim(span_from(s, at < 0 ? s.n : (size_t)at + 5));

		if (!span_take(&rest, ","))
			continue;
		rest = span_trim(rest);
		if (span_take(&rest, "\"install\"") || span_take(&rest, "'install'")) {
			*behind = s.n - rest.n;
			return true;
		}
	}
	return false;
}

/* The string behind the first of two names, which begins so; n is 0: there is none. */
static struct span string_behind(struct span s, const char *const names[2], const char *begin)
{
	for (size_t i = 0; i < 2; i++) {
		ptrdiff_t at = span_find(s, names[i]);
		size_t quote = (size_t)at + strlen(names[i]);

		if (at >= 0 && quote < s.n && s.p[quote] == 'f' && !*begin)
			quote++;
		if (at >= 0 && quote < s.n && is_quote(s.p[quote]) &&
		    span_starts(string_at(s, quote), begin))
			return string_at(s, quote);
	}
	return span_of("");
}

/* "from_registry(\"nvidia/cuda:12.1.1-devel-ubuntu22.04\"": the image; n is 0: it is none. */
static struct span image_in(struct span s)
{
	return string_behind(s, (const char *const[]){ "from_registry(", "from_dockerhub(" }, "");
}

/* "3.12" of debian_slim(python_version="3.12") and from_registry(…, add_python="3.11") */
static struct span python_in(struct span s)
{
	return string_behind(s, (const char *const[]){ "python_version=", "add_python=" }, "3.");
}

static bool begins(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s, text;
	size_t at = 0;

	if (t->as == ENV_AS_INSTALLED || is_remark(s))
		return false;
	if (span_find(s, "install") < 0)
		return image_in(s).n || (span_find(s, "Image.") >= 0 && python_in(s).n);
	return call_in(s, &at) || is_words(s, &at) || next_command(t->a, s, &at, &text);
}

static bool is_computed(struct span s)
{
	return span_find_char(s, '{') >= 0;
}

struct reading {
	const struct env_text *t;
	const struct call *call; /* NULL: the words of a command stand there */
	const char *option;    /* of the keyword that the strings belong to; NULL: none */
	struct strings words;
	int depth;             /* of brackets; 0: the call is over */
	int keyword_depth;
	bool computed;
};

/* "index_url" of `index_url="…"` and `channels=["…"]` before the string at s.p[at] */
static const char *keyword_before(struct span s)
{
	while (s.n && strchr(" [(", s.p[s.n - 1]))
		s.n--;
	if (!span_ends(s, "="))
		return NULL;
	s.n--;
	return FIRST_TELLS(x, ROWS(keywords), span_ends(s, x->name), x->option, "");
}

/* A string of the call; "extra_options" of Modal are words of a command themselves. */
static void take_string(struct reading *r, struct span text)
{
	struct arena *a = r->t->a;

	r->computed |= is_computed(text);
	if (r->words.n >= WORDS_MOST || (r->option && !*r->option))
		return;
	if (r->option)
		strings_add(a, &r->words, r->option);
	else if (r->call && r->call->flag)
		strings_add(a, &r->words, r->call->flag);
	strings_add(a, &r->words, arena_span(a, text));
}

static void read_line(struct reading *r, struct span s)
{
	for (size_t i = 0; i < s.n && r->depth > 0; i++) {
		char c = s.p[i];

		if (c == '#')
			return;
		if (c == ',' && r->depth <= r->keyword_depth)
			r->option = NULL;
		r->depth += (c == '(' || c == '[') - (c == ')' || c == ']');
		if (is_quote(c)) {
			const char *keyword = keyword_before(span_sub(s, 0, i));
			struct span text = string_at(s, i);

			if (keyword) {
				r->option = keyword;
				r->keyword_depth = 1;
			}
			take_string(r, text);
			i += text.n + 1;
		}
	}
}

static size_t read_call(const struct env_text *t, size_t i, struct env *to)
{
	struct reading r = { .t = t, .depth = 1 };
	size_t at = 0, end = i + CALL_LINES < t->n ? i + CALL_LINES : t->n, from = i;

	r.call = call_in(t->v[i].s, &at);
	if (!r.call)
		(void)is_words(t->v[i].s, &at);
	strings_add(t->a, &r.words, r.call ? r.call->program : "pip");
	strings_add(t->a, &r.words, "install");
	for (; i < end && r.depth > 0; i++, at = 0)
		read_line(&r, span_from(t->v[i].s, at));
	if (r.computed)
		env_problem(t->a, to, env_origin(t, from), PHRASE(t->a, COMMAND_IS_COMPUTED));
	else
		env_command_run(t, from, &r.words, NULL, to);
	return i;
}

/* "gpu" of `"{{gpu ? 'pip install …' : 'pip install …'}}"`: one of them is run. */
static const char *choice_before(const struct env_text *t, size_t i, size_t at)
{
	struct span s = span_trim(span_sub(t->v[i].s, 0, at));
	ptrdiff_t sign = span_find(s, " ?"), brace = span_find(s, "{{");

	if (sign < 0)
		return NULL;
	return span_ends(s, "?") ?
		       arena_span(t->a, span_from(span_sub(s, 0, (size_t)sign),
						  brace < 0 ? 0 : (size_t)brace + 2)) :
	       span_ends(s, ":") ? arena_printf(t->a, tr("else of line %u"), t->v[i].no) : NULL;
}

static void read_commands(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s, text;
	size_t at = 0;

	while (next_command(t->a, s, &at, &text)) {
		struct strings words = env_command_words(t->a, env_expand(t, i, text, SPAN("")));

		if (is_computed(text))
			env_problem(t->a, to, env_origin(t, i),
				    PHRASE(t->a, COMMAND_IS_COMPUTED));
		else
			env_command_run(t, i, &words,
					choice_before(t, i, (size_t)(text.p - s.p) - 1), to);
	}
}

static size_t read_code(const struct env_text *t, size_t i, struct env *to)
{
	struct span s = t->v[i].s, image = image_in(s), python = python_in(s);
	size_t at = 0;

	if (image.n && is_computed(image))
		env_problem(t->a, to, env_origin(t, i), PHRASE(t->a, COMMAND_IS_COMPUTED));
	else if (image.n)
		env_image_add(t, i, image, to);
	if (python.n && !to->python_full)
		to->python_full = arena_span(t->a, python);
	if (call_in(s, &at) || is_words(s, &at))
		return read_call(t, i, to);
	read_commands(t, i, to);
	return i + 1;
}

const struct env_format env_code = { begins, read_code,
	.words = ONE_OF("install", "from_registry(", "from_dockerhub(", "Image.") };
