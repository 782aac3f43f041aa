#include "read/env/requirements_option.h"

#include <string.h>

#include "base/io.h"

bool requirements_name_ok(struct span s)
{
	ptrdiff_t extra = span_find_char(s, '[');

	return project_name_ok(extra > 0 ? span_trim(span_sub(s, 0, (size_t)extra)) : s);
}

enum option_kind { OPTION_FILE, OPTION_CONSTRAINTS, OPTION_VALUE, OPTION_FLAG };

static const struct option {
	const char *name, *letter;
	enum option_kind kind;
} options[] = {
	{ "--requirement", "-r", OPTION_FILE },
	{ "--constraint", "-c", OPTION_CONSTRAINTS },
	{ "--index-url", "-i", OPTION_VALUE },
	{ "--pypi-url", NULL, OPTION_VALUE },
	{ "--extra-index-url", NULL, OPTION_VALUE },
	{ "--find-links", "-f", OPTION_VALUE },
	{ "--trusted-host", NULL, OPTION_VALUE },
	{ "--no-binary", NULL, OPTION_VALUE },
	{ "--only-binary", NULL, OPTION_VALUE },
	{ "--use-feature", NULL, OPTION_VALUE },
	{ "--index-strategy", NULL, OPTION_VALUE },
	{ "--no-index", NULL, OPTION_FLAG },
	{ "--pre", NULL, OPTION_FLAG },
	{ "--prefer-binary", NULL, OPTION_FLAG },
	{ "--require-hashes", NULL, OPTION_FLAG },
	{ "--no-build-isolation", NULL, OPTION_FLAG },
};

/* "--name value", "--name=value", "-i value", "-ivalue" */
static bool take_name(struct span s, const char *name, bool letter, struct span *value)
{
	if (!name || !span_take(&s, name))
		return false;
	if (s.n && !ascii_space(s.p[0]) && s.p[0] != '=' && !letter)
		return false;
	if (s.n && s.p[0] == '=')
		s = span_from(s, 1);
	*value = span_trim(s);
	if (value->n > 1 && (value->p[0] == '"' || value->p[0] == '\'') &&
	    value->p[value->n - 1] == value->p[0])
		*value = span_sub(*value, 1, value->n - 2);
	return true;
}

bool requirements_editable(struct span s, struct span *value)
{
	return take_name(s, "--editable", false, value) || take_name(s, "-e", false, value);
}

static const struct option *option_of(struct span s, struct span *value)
{
	for (size_t i = 0; i < sizeof options / sizeof *options; i++)
		if (take_name(s, options[i].name, false, value) ||
		    (options[i].letter && take_name(s, options[i].letter, true, value)))
			return &options[i];
	return NULL;
}

/* The path of a file that another one names. */
static const char *beside(struct arena *a, const char *file, struct span name)
{
	ptrdiff_t slash = file ? span_rfind_char(span_of(file), '/') : -1;

	if (name.p[0] == '/' || slash < 0)
		return arena_span(a, name);
	return arena_printf(a, "%.*s/" SPAN_FMT, (int)slash, file, SPAN_ARG(name));
}

static bool seen(const struct requirements *r, const char *path)
{
	for (size_t i = 0; i < r->seen.n; i++)
		if (strcmp(r->seen.v[i], path) == 0)
			return true;
	return false;
}

static const char *why_not(const struct requirements *r, const char *path)
{
	if (!r->files)
		return "is not read: only this text was given";
	if (strstr(path, "://"))
		return "is not read: it lies on a server";
	if (r->depth == REQUIREMENTS_DEPTH || r->seen.n >= REQUIREMENTS_FILES)
		return "is not read: too many files in files";
	return NULL;
}

static void include(struct requirements *r, struct span name, bool constraints,
		    struct origin origin)
{
	const char *path, *why;
	bool outer = r->constraints;
	struct span text;

	if (!name.n)
		return;
	path = beside(r->a, origin.file, name);
	if (seen(r, path))
		return;
	why = why_not(r, path);
	if (!why && !place_read(r->a, r->files, path, 4 << 20, &text))
		why = "cannot be read";
	if (why) {
		env_problem(r->a, r->to, origin, "%s %s", path, why);
		return;
	}
	strings_add(r->a, &r->seen, path);
	r->constraints = outer || constraints;
	r->depth++;
	requirements_text(r, path, io_utf8(r->a, text), 1);
	r->depth--;
	r->constraints = outer;
}

void requirements_option(struct requirements *r, struct span s, struct origin origin)
{
	struct span value = { NULL, 0 };
	const struct option *o = option_of(s, &value);

	if (!o) {
		env_problem(r->a, r->to, origin, "option not known");
		return;
	}
	if (o->kind == OPTION_FILE || o->kind == OPTION_CONSTRAINTS)
		include(r, value, o->kind == OPTION_CONSTRAINTS, origin);
	else
		env_set(r->a, r->to, "pip", o->name + 2,
			o->kind == OPTION_FLAG ? "true" : arena_span(r->a, value), origin);
}
