/* Files of requirements and constraints, line by line, with what they include. */
#include "read/env/requirements_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "fact/wheel.h"

/* A name, perhaps with extras in brackets. */
static bool is_name(struct span s)
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
	*value = span_unquoted(span_trim(s));
	return true;
}

/* How it is said that a file is not read; 0: it may be. */
static enum form why_not(const struct requirements *r, const char *path)
{
	if (!r->files)
		return FORM_INCLUDED_NOT_GIVEN;
	if (strstr(path, "://"))
		return FORM_INCLUDED_ON_SERVER;
	if (r->depth == REQUIREMENTS_DEPTH || r->seen.n >= REQUIREMENTS_FILES)
		return FORM_INCLUDED_TOO_MANY;
	return FORM_OF_CODE;
}

static void include_file(struct requirements *r, struct span name, bool constraints,
			 struct origin origin)
{
	const char *path;
	enum form why;
	bool outer = r->constraints;
	struct span text;

	if (!name.n)
		return;
	path = requirements_beside(r->a, origin.file, name);
	if (strings_has(&r->seen, path))
		return;
	why = why_not(r, path);
	if (!why && !requirements_read(r, &path, origin.file, name, &text))
		why = FORM_INCLUDED_UNREADABLE;
	if (why) {
		env_problem(r->a, r->to, origin,
			    phrase_make(r->a, why, (struct fact[]){ { 0 }, SAY(path, path) }, 2));
		return;
	}
	strings_add(r->a, &r->seen, path);
	r->constraints = outer || constraints;
	r->depth++;
	requirements_text(r, path, utf8_of(r->a, text), 1);
	r->depth--;
	r->constraints = outer;
}

/* Where a part of the line that is read stands; words of elsewhere keep what is known of them. */
static struct spot spot_of(const struct requirements *r, struct span s, struct spot otherwise)
{
	struct spot ret = { .line = r->at.line };

	if (!r->line.n)
		return otherwise;
	ret.begin = r->at.begin + (unsigned)(s.p - r->line.p);
	ret.end = ret.begin + (unsigned)s.n;
	return ret.end <= r->at.end ? ret : (struct spot){ 0 };
}

/* Any other option; unknown ones become a problem. */
static void read_option(struct requirements *r, struct span s, struct origin origin)
{
	struct span value = { NULL, 0 };
	const struct option *o = FIRST_OF(x, ROWS(options),
					  take_name(s, x->name, false, &value) ||
						  (x->letter &&
						   take_name(s, x->letter, true, &value)));

	if (!o) {
		env_problem(r->a, r->to, origin, PHRASE(r->a, OPTION_NOT_KNOWN));
		return;
	}
	if (value.n)
		origin.spot = spot_of(r, value, origin.spot);
	if (o->kind == OPTION_FILE || o->kind == OPTION_CONSTRAINTS)
		include_file(r, value, o->kind == OPTION_CONSTRAINTS, origin);
	else
		env_set(r->a, r->to, SETTING_PIP, o->name + 2,
			o->kind == OPTION_FLAG ? "true" : arena_span(r->a, value), origin);
}

/* --- requirements --------------------------------------------------------------------- */

bool requirements_of_file(struct arena *a, struct span url, const char **name,
			  const char **version)
{
	ptrdiff_t hash = span_find_char(url, '#');
	struct wheel w;
	struct err e;

	if (hash >= 0)
		url = span_sub(url, 0, (size_t)hash);
	if (span_ends(url, ".whl") && wheel_parse(a, url, &w, &e) == 0) {
		*name = w.name;
		*version = w.version;
		return true;
	}
	url = span_from(url, (size_t)(span_rfind_char(url, '/') + 1));
	return wheel_sdist_parse(a, url, name, version);
}

/* "#egg=name", "&egg=name" behind a URL */
static const char *egg_of(struct arena *a, struct span url)
{
	ptrdiff_t at = span_find(url, "egg=");
	struct span s;
	size_t n;

	if (at <= 0 || (url.p[at - 1] != '#' && url.p[at - 1] != '&'))
		return NULL;
	s = span_from(url, (size_t)at + 4);
	n = span_run_alnum(s, "-_.");
	return n ? arena_span(a, span_sub(s, 0, n)) : NULL;
}

static bool is_path(struct span s)
{
	return span_starts(s, "./") || span_starts(s, "../") || span_starts(s, "/") ||
	       span_starts(s, "~/") || span_find(s, "://") > 0 || span_ends(s, ".whl") ||
	       span_is(s, ".") || span_starts(s, ".[") ||
	       (s.n > 2 && s.p[1] == ':' && s.p[2] == '\\');
}

/* "name @ url" and "name[extra]@url" */
static bool has_name(struct span s)
{
	ptrdiff_t at = span_find_char(s, '@');

	return at > 0 && is_name(span_trim(span_sub(s, 0, (size_t)at)));
}

static struct env_package *add_package(struct requirements *r, const char *name,
				       const char *version, struct origin origin)
{
	return env_add(r->a, r->to, span_of(name), span_of(version), OWNER_PIP, origin);
}

static struct span without_hash(struct span url)
{
	ptrdiff_t hash = span_find_char(url, '#');

	return hash >= 0 ? span_sub(url, 0, (size_t)hash) : url;
}

/* An editable or local package, as it is or as it is asked for; a wheel of torch pins it. */
static void add_path(struct requirements *r, struct span url, bool editable, struct origin origin)
{
	const char *name = egg_of(r->a, url), *version = NULL, *text = arena_span(r->a, url);
	struct span remark = span_of(r->remark), part;
	struct requirement req = { 0 };
	struct err e;
	bool pinned;

	if (editable && remark.n && span_next(&remark, '=', &part)) {
		name = name ? name : arena_span(r->a, part);
		version = span_take(&remark, "=") ? arena_span(r->a, remark) : NULL;
	} else if (!name) {
		requirements_of_file(r->a, url, &name, &version);
	}
	if (r->installed) {
		struct env_package *p = add_package(r, name ? name : text, version, origin);

		p->url = text;
		p->editable = editable;
		return;
	}
	pinned = name && strcmp(name, "torch") == 0 && version && !editable &&
		 span_ends(without_hash(url), ".whl") &&
		 requirement_parse(r->a, span_of(arena_printf(r->a, "%s==%s", name, version)), &req,
				   &e) == 0;
	ENV_ADD(r->a, r->to, declared) = (struct env_declared){
		.kind = r->constraints ? DECLARED_CONSTRAINT : DECLARED_REQUIREMENT,
		.parsed = pinned, .req = req, .text = origin.text,
		.name = name ? project_name(r->a, span_of(name)) : NULL,
		.version = version, .url = text, .group = r->group, .editable = editable,
		.under_pip = r->under_pip, .origin = origin,
	};
}

struct env_declared *requirements_add(struct requirements *r, struct span text,
				      struct origin origin)
{
	struct env_declared d = {
		.kind = r->constraints ? DECLARED_CONSTRAINT : DECLARED_REQUIREMENT,
		.text = arena_span(r->a, text), .group = r->group, .under_pip = r->under_pip,
		.origin = origin,
	};
	const char *name = NULL;
	struct err e;

	d.parsed = requirement_parse(r->a, text, &d.req, &e) == 0;
	if (d.parsed) {
		d.name = d.req.name;
		d.url = d.req.url;
		if (d.url)
			requirements_of_file(r->a, span_of(d.url), &name, &d.version);
	} else {
		env_not_understood(r->a, r->to, origin, &e);
	}
	ENV_ADD(r->a, r->to, declared) = d;
	return &r->to->declared.v[r->to->declared.n - 1];
}

/* "torch==2.1.0+cu121", "torch===2.1", "torch @ file:///…whl": what `pip freeze` prints. */
static bool add_installed(struct requirements *r, struct span s, struct origin origin)
{
	ptrdiff_t eq = span_find(s, "=="), at = span_find(s, "@");
	const char *name = NULL, *version = NULL;
	struct env_package *p;
	struct span v, url;

	if (at > 0 && (eq < 0 || at < eq)) {
		url = span_trim(span_from(s, (size_t)at + 1));
		requirements_of_file(r->a, url, &name, &version);
		name = arena_span(r->a, span_trim(span_sub(s, 0, (size_t)at)));
		p = add_package(r, name, version, origin);
		p->url = arena_span(r->a, url);
		return true;
	}
	if (eq <= 0)
		return false;
	v = span_from(s, (size_t)eq + 2);
	span_take(&v, "=");
	if (span_find_char(v, ';') > 0)
		v = span_sub(v, 0, (size_t)span_find_char(v, ';'));
	name = arena_span(r->a, span_trim(span_sub(s, 0, (size_t)eq)));
	if (!is_name(span_of(name)) || span_find_char(v, ',') >= 0 ||
	    span_find_char(v, '*') >= 0)
		return false;
	add_package(r, name, arena_span(r->a, span_trim(v)), origin);
	return true;
}

ptrdiff_t requirements_options_at(struct span s)
{
	for (size_t i = 1; i + 1 < s.n; i++)
		if (s.p[i] == '-' && ascii_space(s.p[i - 1]) &&
		    (s.p[i + 1] == '-' || ascii_alpha(s.p[i + 1])))
			return (ptrdiff_t)i - 1;
	return -1;
}

bool requirements_names_place(struct span s)
{
	static const char *const names[] = { "--index-url", "--extra-index-url", "--find-links",
					     "-i", "-f" };
	struct span value;

	return ANY(x, ROWS(names), take_name(s, *x, false, &value) && span_find(value, "://") > 0);
}

/*
 * Takes the options behind a requirement off it, and keeps the hashes. Of the others pip reads a
 * place to look in and forgets it, without a word; uv refuses the file. Source: pip 23.2 and uv.
 */
static struct span cut_options(struct requirements *r, struct span s, struct strings *hashes,
			       const char **ignored)
{
	ptrdiff_t at = requirements_options_at(s);
	struct span rest, word;

	*ignored = NULL;
	if (at < 0)
		return s;
	rest = span_trim(span_from(s, (size_t)at));
	if (requirements_names_place(rest))
		*ignored = arena_span(r->a, rest);
	while (span_word(&rest, &word)) {
		if (span_take(&word, "--hash=") || (span_is(word, "--hash") &&
		    span_word(&rest, &word)))
			strings_add(r->a, hashes, arena_span(r->a, word));
	}
	return span_trim(span_sub(s, 0, (size_t)at));
}

static struct span cut_remark(struct span s)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == '#' && (i == 0 || ascii_space(s.p[i - 1])))
			return span_trim(span_sub(s, 0, i));
	return s;
}

static void add_one(struct requirements *r, struct span s, struct origin origin)
{
	struct strings hashes = { 0 };
	const char *ignored;
	struct env_declared *d;

	s = cut_options(r, s, &hashes, &ignored);
	origin.spot = spot_of(r, s, origin.spot);
	if (is_path(s) && !has_name(s)) {
		add_path(r, s, false, origin);
		return;
	}
	if (r->installed && add_installed(r, s, origin))
		return;
	d = requirements_add(r, s, origin);
	d->hashes = hashes;
	d->ignored = ignored;
}

void requirements_line(struct requirements *r, struct span line, struct origin origin)
{
	struct span s = span_trim(line), value;

	if (s.n && s.p[0] == '#') {
		/* "# Editable install with no version control (name==1.0)" of `pip freeze`. */
		static const char begin[] = "# Editable ";
		ptrdiff_t open = span_rfind_char(s, '(');

		if (span_starts(s, begin) && open > 0 && span_ends(s, ")"))
			r->remark = arena_span(r->a, span_sub(s, (size_t)open + 1,
							      s.n - (size_t)open - 2));
	}
	s = cut_remark(s);
	if (!s.n)
		return;
	if (span_starts(s, "-")) {
		/* "-e path", "--editable=path" */
		if (take_name(s, "--editable", false, &value) || take_name(s, "-e", false, &value))
			add_path(r, value, true, origin);
		else
			read_option(r, s, origin);
	} else {
		add_one(r, s, origin);
	}
	r->remark = NULL;
}

/* Takes a logical line, which ends at a line end without a backslash before it. */
static bool logical_line(struct requirements *r, struct span *rest, unsigned *lines,
			 struct span *ret)
{
	BUF_AUTO b = BUF(1 << 20);
	struct span line;

	*lines = 0;
	if (!span_line(rest, ret))
		return false;
	*lines = 1;
	if (!span_ends(span_trim(*ret), "\\"))
		return true;
	for (line = *ret; span_ends(span_trim(line), "\\"); ++*lines) {
		line = span_trim(line);
		line.n--;
		buf_span(&b, line);
		buf_char(&b, ' ');
		if (!span_line(rest, &line))
			line = (struct span){ "", 0 };
	}
	buf_span(&b, line);
	*ret = span_of(arena_str(r->a, buf_cstr(&b)));
	return true;
}

/* The bytes of the first line of a text, without the white space in front of them. */
static struct spot bytes_of(const struct requirements *r, struct span text, unsigned no)
{
	unsigned cut = r->v && !r->depth && no && no <= r->n ? r->v[no - 1].cut : 0, front = 0;
	struct span line;

	if (!span_line(&text, &line))
		return (struct spot){ 0 };
	while (front < line.n && ascii_space(line.p[front]))
		front++;
	return (struct spot){ no, cut + front, cut + (unsigned)line.n };
}

void requirements_text(struct requirements *r, const char *file, struct span text, unsigned first)
{
	unsigned lines, no = first;
	struct span line, written = text;

	for (; !r->to->over && logical_line(r, &text, &lines, &line); written = text) {
		struct span s = span_trim(line);

		r->line = s;
		r->at = bytes_of(r, written, no);
		if (s.n)
			requirements_line(r, s, (struct origin){ .file = file, .line = no,
								 .text = arena_span(r->a, s) });
		no += lines;
	}
	r->line = span_of("");
}
