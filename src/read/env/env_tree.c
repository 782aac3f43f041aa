/*
 * JSON, YAML and TOML in a text: finds where each begins and ends, reads it as a tree, and hands
 * that to the reader of its form.
 */
#include <string.h>

#include "base/tr.h"
#include "door/yajl.h"
#include "door/yaml.h"
#include "read/env/condarc_private.h"
#include "read/env/env_private.h"
#include "read/env/toml_private.h"

/* --- forms --------------------------------------------------------------------------- */

enum syntax { SYNTAX_YAML, SYNTAX_TOML, SYNTAX_JSON };
enum node { NODE_ANY, NODE_TABLE, NODE_ROWS, NODE_VALUE };

static const struct form_row {
	enum syntax syntax;
	const char *path;
	enum node as;
	const char *beside;
	bool also;             /* reads whatever has read already */
	void (*read)(const struct env_tree *t, const struct tree *root);
} forms[] = {
#define FORM(syntax, path, as, too, reader) \
	{ SYNTAX_##syntax, path, NODE_##as, too, false, reader },
#define ALSO(syntax, path, as, too, reader) \
	{ SYNTAX_##syntax, path, NODE_##as, too, true, reader },
#include "read/env/tree_form.def"
};

#define FOR_FORMS(f, of) \
	for (const struct form_row *f = forms; f < forms + sizeof forms / sizeof *forms; f++) \
		if (f->syntax == (of))

static bool is_form(const struct form_row *f, const struct tree *root)
{
	const struct tree *at = tree_at(root, f->path);

	return at && f->read && (!f->beside || tree_get(root, f->beside)) &&
	       (f->as != NODE_TABLE || at->kind == TREE_MAP) &&
	       (f->as != NODE_ROWS || at->kind == TREE_LIST);
}

/* False: it is of no form. */
static bool read_form(const struct env_tree *t, enum syntax of, const struct tree *root)
{
	bool done = false, beside = false;

	FOR_FORMS(f, of)
		if (is_form(f, root) && !(f->also ? beside : done)) {
			f->read(t, root);
			done |= !f->also;
			beside |= f->also;
		}
	return done || beside;
}

/* --- JSON ----------------------------------------------------------------------------- */

/* Text with brackets that are no JSON is tried so often and no more. */
enum { JSON_FAULTS = 8 };

static bool json_begins(const struct env_text *t, size_t i)
{
	struct span s = span_trim(t->v[i].s);

	if (*t->json_faults >= JSON_FAULTS)
		return false;
	return span_is(s, "[") || span_is(s, "{") || span_starts(s, "[{") ||
	       span_starts(s, "{\"") ||
	       span_starts(s, "[ {") || span_starts(s, "{ \"") || span_is(s, "[]");
}

struct json_scan {
	size_t depth;
	bool inside; /* of a string */
};

/* Bytes of s up to the end of the object or list that is open; 0 when it does not end in s. */
static size_t json_end_in(struct json_scan *x, struct span s)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		if (x->inside) {
			i += c == '\\';
			x->inside = c != '"';
		} else if (c == '"') {
			x->inside = true;
		} else if (c == '{' || c == '[') {
			x->depth++;
		} else if ((c == '}' || c == ']') && --x->depth == 0) {
			return i + 1;
		}
	}
	return 0;
}

/* Index behind the line in which what begins in line i ends, and the bytes behind that end. */
static size_t json_lines(const struct env_text *t, size_t i, size_t *rest)
{
	struct json_scan x = { 0 };
	size_t n = 0;

	while (i < t->n && !n) {
		n = json_end_in(&x, t->v[i].s);
		*rest = n ? t->v[i].s.n - n : 0;
		i++;
	}
	return i;
}

/* How much an environment has of what records of packages tell. */
static size_t told(const struct env *e)
{
	return e->packages.n + e->declared.n + e->settings.n + e->offers.n + e->virtuals.n +
	       e->channels.n + e->problems.n + (e->python_full != NULL) + (e->platform != NULL) +
	       (e->prefix != NULL);
}

static size_t json_read(const struct env_text *t, size_t i, struct env *to)
{
	struct env_tree in = env_tree_of(t, i, to);
	size_t rest = 0, end = json_lines(t, i, &rest);
	struct span text = env_block(t, i, end);
	struct tree *root = NULL;
	size_t before;
	struct err e;
	int rc = json_parse(t->a, span_trim(span_sub(text, 0, text.n - rest - 1)), &root, &e);

	if (rc == ERR_INPUT) {
		++*t->json_faults;
		return i + 1;
	}
	if (rc)
		env_problem(t->a, to, env_origin(t, i), PHRASE(t->a, JSON_IS_CUT));
	before = told(to);
	/* A devcontainer.json: its lines say which image it is, and what is run in it. */
	if (root && !tree_get_text(root, "image") && !read_form(&in, SYNTAX_JSON, root))
		env_read_json(&in, root);
	if (root && told(to) > before)
		return end;
	++*t->json_faults;
	return i + 1;
}

const struct env_format env_json = { json_begins, json_read, .first = "[{" };

/* --- YAML: environment.yml and exports, lock files, .condarc -------------------------- */

/* "key:" at the beginning of a line, without white space before it. */
static struct span top_key(struct span s)
{
	size_t n = span_run_alnum(s, "_-");

	if (n == 0 || n >= s.n || s.p[n] != ':' || (n + 1 < s.n && !ascii_space(s.p[n + 1])))
		return (struct span){ NULL, 0 };
	return span_sub(s, 0, n);
}

static bool yaml_begins(const struct env_text *t, size_t i)
{
	struct span key = top_key(t->v[i].s);

	if (!key.n)
		return false;
	FOR_FORMS(f, SYNTAX_YAML)
		if (strncmp(f->path, key.p, key.n) == 0 && strchr(".", f->path[key.n]))
			return true;
	return condarc_knows(key);
}

static bool yaml_continues(struct span s)
{
	return !s.n || ascii_space(s.p[0]) || s.p[0] == '#' || span_starts(s, "- ") ||
	       span_is(s, "-") || top_key(s).n || s.p[0] == ']' || s.p[0] == '}';
}

/* A workflow, a compose file: what is in it stands in its lines, for the readers of lines. */
static bool is_condarc(const struct tree *root)
{
	for (const struct tree *c = tree_first(root); c; c = c->next)
		if (c->key && condarc_knows(span_of(c->key)))
			return true;
	return false;
}

static size_t yaml_read(const struct env_text *t, size_t i, struct env *to)
{
	struct env_tree in = env_tree_of(t, i, to);
	struct tree *root = NULL;
	size_t end = i + 1, read = i;
	struct span text;
	struct err e;

	while (end < t->n && yaml_continues(t->v[end].s))
		end++;
	text = env_block(t, i, end);
	if (yaml_parse(t->a, text, &root, NULL, &e)) {
		env_problem(t->a, to, env_origin(t, i), err_phrase(t->a, &e));
		return end;
	}
	if (!root || read_form(&in, SYNTAX_YAML, root))
		read = end;
	else if (is_condarc(root))
		condarc_settings(&in, root, text);
	else if (*t->json_faults < JSON_FAULTS && ++*t->json_faults)
		return i + 1;
	/* cog.yaml runs commands, too. */
	for (size_t k = i; root && tree_at(root, "build.python_packages") && k < read;)
		k = env_command.begins(t, k) ? env_command.read(t, k, to) : k + 1;
	return end;
}

const struct env_format env_yaml = { yaml_begins, yaml_read, .with = ":" };

/* --- TOML: pyproject.toml, pixi.toml, uv.toml, uv.lock, poetry.lock ------------------- */

static bool toml_begins(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s;
	bool rows = span_take(&s, "[["), table = !rows && span_take(&s, "[");

	FOR_FORMS(f, SYNTAX_TOML) {
		struct span rest = s;

		if (!span_take(&rest, f->path))
			continue;
		if (f->as == NODE_VALUE ? !rows && !table && (span_starts(rest, " = \"") ||
							      span_starts(rest, " = [")) :
		    f->as == NODE_ROWS ? rows && span_starts(rest, "]]") :
		    (table && span_starts(rest, "]")) ||
		    ((rows || table) && span_starts(rest, ".")))
			return true;
	}
	return false;
}

/* A guide shows a file for each machine: one of them is taken. */
static bool has_examples(const struct env_text *t)
{
	struct env_memory *m = t->memory;

	for (size_t i = 0; i < t->n && !m->examples_counted; i++)
		m->examples += span_starts(span_trim(t->v[i].s), "```toml");
	m->examples_counted = true;
	return m->examples > 1;
}

static size_t toml_read(const struct env_text *t, size_t i, struct env *to)
{
	struct env_tree in = env_tree_of(t, i, to);
	struct tree *root = NULL;
	size_t end = i + 1, first = to->declared.n;
	bool whole;
	struct err e;

	while (end < t->n && !(span_starts(t->v[end].s, "```") || span_starts(t->v[end].s, "$ ") ||
			       span_starts(t->v[end].s, "# packages in env")))
		end++;
	whole = toml_parse(t->a, env_block(t, i, end), &root, &e) == 0;
	if (!whole)
		env_problem(t->a, to, env_origin(t, i), err_phrase(t->a, &e));
	if (root)
		read_form(&in, SYNTAX_TOML, root);
	for (; first < to->declared.n; first++) {
		struct env_declared *d = &to->declared.v[first];

		d->undefined &= whole; /* the index may be defined below */
		if (has_examples(t) && !d->group)
			d->group = arena_printf(t->a, tr("the example of line %u"), t->v[i].no);
	}
	return end;
}

const struct env_format env_toml = { toml_begins, toml_read, .with = "[=" };

/* --- PEP 723: "# /// script", TOML behind "# ", "# ///" (packaging.python.org/specifications/
 * inline-script-metadata) ------------------------------------------------------------------- */

static bool script_begins(const struct env_text *t, size_t i)
{
	return span_is(t->v[i].s, "# /// script");
}

static size_t script_end(const struct env_text *t, size_t i)
{
	while (++i < t->n && span_starts(t->v[i].s, "#"))
		if (span_is(t->v[i].s, "# ///"))
			return i;
	return i;
}

static size_t script_read(const struct env_text *t, size_t i, struct env *to)
{
	struct env_tree in = env_tree_of(t, i + 1, to);
	size_t end = script_end(t, i);
	struct env_text own = *t;
	struct line *lines = arena_array(t->a, end - i, sizeof *lines);
	struct tree *root = NULL;
	struct err e;

	own.n = 0;
	for (size_t k = i + 1; k < end; k++) {
		struct span s = t->v[k].s;

		lines[own.n] = t->v[k];
		lines[own.n++].s = span_from(s, s.n > 1 ? 2 : s.n);
	}
	own.v = lines;
	if (toml_parse(t->a, env_block(&own, 0, own.n), &root, &e))
		env_problem(t->a, to, env_origin(t, i), err_phrase(t->a, &e));
	if (root)
		env_read_script(&in, root);
	return end + 1;
}

const struct env_format env_script = { script_begins, script_read, .first = "#" };
