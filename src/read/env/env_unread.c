/*
 * Lines that name torch, CUDA, an index or a channel, and of which no reader made a fact: silence
 * about them would be taken for an all-clear.
 */
#include <string.h>

#include "read/env/env_private.h"

enum { UNREAD_MOST = 200, WORD = 64 };

/* What says nothing of packages, whatever word it holds. */
static bool is_talk(struct span s)
{
	if (span_begins(s, ONE_OF("\"print(", "\"import ", "\"from ", "#", "//", ";", "<!--",
				  "name:", "name =", "name=", "- name:", "description", "title",
				  "keywords", "readme", "authors", "homepage", "repository",
				  "documentation", "prefix:", "\"name\"", "\"prefix\"",
				  "\"description\"", "version:", "::", "echo ", "LABEL ",
				  "MAINTAINER ", "ARG ", "WORKDIR ", "COPY ", "if [", "elif [",
				  "import ", "from ", "print(", "@echo ", "REM ", "rem ", "Rem ",
				  "@REM ", "@rem ", "printf ")))
		return true;
	/* A prompt, and what was typed behind it. */
	if (span_starts(s, "$ ") || span_starts(s, "% ") || span_find(s, "$ conda ") > 0 ||
	    span_find(s, "$ pip ") > 0)
		return true;
	/* A heading, or a key whose value stands in the lines below. */
	return !s.n || span_ends(s, ":") || span_ends(s, "[") || span_ends(s, "{") ||
	       (s.p[0] == '[' && span_ends(s, "]") && span_find_char(s, '=') < 0 &&
		s.p[1] != '"');
}

/* "CMD python -m vllm.entrypoints…", 'if python3 -c "import torch"': it installs nothing. */
static bool is_run(struct span s)
{
	struct span w[3];

	(void)(span_take(&s, "CMD ") || span_take(&s, "ENTRYPOINT ") || span_take(&s, "if "));
	return env_words(s, w, 3) == 3 && span_starts(w[0], "python") &&
	       (span_is(w[1], "-c") || (span_is(w[1], "-m") && !span_is(w[2], "pip")));
}

static bool is_weighty(const char *word)
{
	return env_matters(word) ||
	       span_in(span_of(word), "cuda cudatoolkit cudnn cpuonly index-url extra-index-url "
				      "find-links torch-backend conda-forge download.pytorch.org");
}

bool env_names(struct span s, bool (*is)(const char *name))
{
	char word[WORD];
	size_t n = 0;

	for (size_t i = 0; i <= s.n; i++) {
		if (i < s.n && ascii_name(s.p[i])) {
			if (n < WORD - 1)
				word[n++] = s.p[i] == '_' ? '-' : ascii_lower(s.p[i]);
			continue;
		}
		word[n] = '\0';
		if (n && is(word + strspn(word, "-.")))
			return true;
		n = 0;
	}
	return false;
}

struct seen {
	const char *file;
	unsigned char *line; /* by its number */
	size_t n;
};

static void see(struct seen *s, const struct origin *o)
{
	if (o->line && o->line <= s->n && o->file && strcmp(o->file, s->file) == 0)
		s->line[o->line] = 1;
}

static void see_facts(struct seen *s, const struct env *e)
{
	for (size_t i = 0; i < e->packages.n; i++)
		see(s, &e->packages.v[i].origin);
	for (size_t i = 0; i < e->declared.n; i++)
		see(s, &e->declared.v[i].origin);
	for (size_t i = 0; i < e->settings.n; i++)
		see(s, &e->settings.v[i].origin);
	for (size_t i = 0; i < e->offers.n; i++)
		see(s, &e->offers.v[i].origin);
	for (size_t i = 0; i < e->images.n; i++)
		see(s, &e->images.v[i].origin);
	for (size_t i = 0; i < e->problems.n; i++)
		see(s, &e->problems.v[i].origin);
}

/* A list or a lock is read as a whole, and says of a package more than one line. */
static bool is_whole(const struct env *e)
{
	return ANY(x, e->declared, x->kind == DECLARED_LOCK) || e->packages.n || e->offers.n ||
		   e->virtuals.n;
}

static bool is_tree(enum text_format f)
{
	return f == TEXT_JSON || f == TEXT_TOML || f == TEXT_YAML;
}

void env_unread_part(const struct env_text *t, enum text_format f, const struct env *part,
		     size_t i, size_t next)
{
	next = next < t->n ? next : t->n;
	if (next > i && (!is_tree(f) || is_whole(part)))
		memset(t->seen + i, 1, next - i);
}

static bool is_report(const struct text_formats *f)
{
	return ANY(x, *f, *x == TEXT_COLLECT_ENV || *x == TEXT_SESSION || *x == TEXT_LISTING);
}

/* "torch==2.0.0", whatever stands around it. */
static bool pins_something(struct span s)
{
	for (ptrdiff_t at; (at = span_find(s, "==")) >= 0; s = span_from(s, (size_t)at + 2)) {
		size_t from = (size_t)at, end = from + 2;

		while (from > 0 && ascii_name(s.p[from - 1]))
			from--;
		if (end < s.n && ascii_digit(s.p[end]) &&
		    env_names(span_sub(s, from, (size_t)at - from), is_weighty))
			return true;
	}
	return false;
}

/* Code asks for something by a string that begins with its name, "torch>=1.8", 'torch', or by a
 * number of its own: "TORCH_MIN_VER = '1.5.0'". */
static bool quotes_something(struct span s)
{
	if ((span_starts(s, "TORCH") && span_find(s, "VER") > 0) || pins_something(s))
		return true;
	for (size_t i = 0; i < s.n; i++) {
		char word[WORD];
		struct span in = span_from(s, i + 1);
		size_t n = 0;

		if ((s.p[i] != '"' && s.p[i] != '\'') || (in.n && in.p[0] >= 'A' && in.p[0] <= 'Z'))
			continue; /* "TORCH_CUDA_ARCH_LIST" is a variable's name */
		while (n < in.n && n < WORD - 1 && ascii_name(in.p[n])) {
			word[n] = in.p[n] == '_' ? '-' : ascii_lower(in.p[n]);
			n++;
		}
		word[n] = '\0';
		if (n && n < in.n && (in.p[n] == s.p[i] || strchr("=<>~![", in.p[n])) &&
		    is_weighty(word))
			return true;
	}
	return false;
}

static bool is_fence(struct span s)
{
	s = span_trim(s);
	return span_starts(s, "```") || span_starts(s, "~~~");
}

/* A guide whose commands stand between fences: what is around them is talk. */
static bool has_fences(const struct env_text *t)
{
	size_t n = 0;

	for (size_t i = 0; i < t->n && n < 2; i++)
		n += is_fence(t->v[i].s);
	return n == 2;
}

void env_unread_tell(const struct env_text *t, struct env *to)
{
	size_t last = t->n ? t->v[t->n - 1].no : 0, told = 0;
	struct seen s = { t->file, arena_array(t->a, last + 1, 1), last };
	bool code = env_is_setup(t) || (to->formats.n && memchr(to->formats.v, TEXT_CODE,
								to->formats.n));
	bool guide = has_fences(t), in = !guide;

	memset(s.line, 0, last + 1);
	see_facts(&s, to);
	for (size_t i = 0; i < t->n && told < UNREAD_MOST && !is_report(&to->formats); i++) {
		struct span line = span_trim(t->v[i].s);

		if (guide && is_fence(line))
			in = !in;
		/* A channel of pixi has no line of its own among the facts. */
		if (!in || t->seen[i] || s.line[t->v[i].no] || line.n > 2000 || is_talk(line) ||
		    is_run(line) ||
		    !(code ? quotes_something(line) : env_names(line, is_weighty)) ||
		    ANY(x, to->channels, span_find(line, *x) >= 0))
			continue;
		env_problem(t->a, to, env_origin(t, i), PHRASE(t->a, LINE_NOT_READ));
		told++;
	}
}
