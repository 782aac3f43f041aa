/* uv: [tool.uv] of a project, the same keys in a uv.toml, its files and variables on a machine. */
#include <string.h>

#include "base/utf8.h"
#include "base/text.h"
#include "read/env/env_private.h"
#include "read/env/requirements_private.h"
#include "read/env/toml_private.h"

enum { FILE_MAX = 1 << 20 };

/* --- [tool.uv] of pyproject.toml, and the same keys at the top of uv.toml ------------- */

/* [[tool.uv.index]]: every name and URL, the default one apart. An explicit one serves only the
 * packages whose source names it. */
static void read_indexes(const struct env_tree *t, const struct tree *list)
{
	for (const struct tree *i = tree_first(list); i && !t->to->over; i = i->next) {
		const char *url = tree_get_text(i, "url"), *name = tree_get_text(i, "name");

		env_tree_see(t, i);
		if (url)
			env_set(t->a, t->to, SETTING_UV,
				tree_is_true(i, "default") ? "default-index" :
				tree_is_true(i, "explicit") ? "explicit-index" : "index",
				name ? arena_printf(t->a, "%s=%s", name, url) : url,
				env_tree_origin(t, tree_get(i, "url")))->effective =
				!tree_is_true(i, "explicit");
	}
}

/* One value, or a list. Those of [pip] are for "uv pip" alone: "pip.index-url". */
static void read_keys(const struct env_tree *t, const struct tree *table, const char *before)
{
	static const char *const keys[] = {
		"index-url", "extra-index-url", "find-links", "index-strategy", "torch-backend",
		"prerelease", "no-index",
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		const struct tree *v = tree_get(table, keys[i]);
		const char *key = v ? arena_printf(t->a, "%s%s", before, keys[i]) : NULL;

		if (tree_text(v)) {
			struct origin o = env_tree_origin(t, v);

			o.text = arena_printf(t->a, "%s = \"%s\"", v->key ? v->key : key, v->text);
			env_set(t->a, t->to, SETTING_UV, key, v->text, o);
		}
		for (const struct tree *e = tree_first(v); e; e = e->next)
			if (tree_text(e))
				env_set(t->a, t->to, SETTING_UV, key, e->text,
					env_tree_origin(t, e));
	}
}

void env_read_uv(const struct env_tree *t, const struct tree *uv)
{
	read_indexes(t, tree_get(uv, "index"));
	read_keys(t, uv, "");
	read_keys(t, tree_get(uv, "pip"), "pip.");
}

static bool read_beside(const struct env_tree *t)
{
	struct env_tree in = *t;
	struct tree *root = NULL;
	struct span text;
	struct err e;

	in.file = uv_file_beside(t->a, t->file, "uv.toml");
	in.first = 1;
	if (!t->files || !span_ends(span_of(t->file), "pyproject.toml") ||
	    !place_read(t->a, t->files, in.file, FILE_MAX, &text))
		return false;
	if (toml_parse(t->a, utf8_of(t->a, text), &root, &e))
		env_problem(t->a, t->to, (struct origin){ .file = in.file }, err_phrase(t->a, &e));
	env_read_uv(&in, root);
	return true;
}

/* conflicts = [[{ extra = "cpu" }, { extra = "gpu" }]]: "cpu gpu", which are never asked for
 * together. */
static void read_conflicts(const struct env_tree *t, const struct tree *list)
{
	for (const struct tree *set = tree_first(list); set; set = set->next) {
		const char *names = " ";

		for (const struct tree *one = tree_first(set); one; one = one->next) {
			const char *name = tree_get_text(one, "extra");

			name = name ? name : tree_get_text(one, "group");
			if (name)
				names = arena_printf(t->a, "%s%s ", names, name);
		}
		env_set(t->a, t->to, SETTING_UV, "conflicts", names, env_tree_origin(t, set));
	}
	env_tree_see(t, list);
}

/* What concerns how packages are built, or for whom the lock is made: no wish of its own. */
static void see_others(const struct env_tree *t, const struct tree *uv)
{
	static const char *const keys[] = {
		"extra-build-dependencies", "extra-build-variables", "no-build-isolation-package",
		"no-build-package", "no-binary-package", "build-constraint-dependencies",
		"environments", "required-environments", "default-groups",
	};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		env_tree_see(t, tree_get(uv, keys[i]));
}

void env_read_uv_project(const struct env_tree *t, const struct tree *uv)
{
	size_t from = t->to->settings.n, end;
	struct env own;
	struct env_tree in;

	env_tree_requirements(t, tree_get(uv, "dev-dependencies"), "dev", false);
	env_tree_requirements(t, tree_get(uv, "constraint-dependencies"), NULL, true);
	own = env_new(t->file);
	in = *t;
	in.to = &own;
	env_tree_requirements(&in, tree_get(uv, "override-dependencies"), NULL, true);
	env_override(t, &own);
	for (size_t k = 0; k < own.problems.n; k++)
		ARRAY_ADD(t->a, t->to->problems) = own.problems.v[k];
	read_conflicts(t, tree_get(uv, "conflicts"));
	/* environments = ["sys_platform == 'linux'"]: the lock is for those alone. */
	for (const struct tree *one = tree_first(tree_get(uv, "environments")); one;
	     one = one->next)
		if (one->kind == TREE_TEXT)
			env_set(t->a, t->to, SETTING_UV, "environments", one->text,
				env_tree_origin(t, one));
	see_others(t, uv);
	env_read_uv(t, uv);
	uv_read_sources(t, uv);
	end = t->to->settings.n;
	if (read_beside(t)) {
		/* uv reads one file of a folder: uv.toml, else [tool.uv]. */
		for (size_t i = from; i < end; i++)
			t->to->settings.v[i].effective = false;
	}
}

/* --- on a machine: files by order, variables ------------------------------------------ */

/* The table of a file that settings stand in: all of a uv.toml, [tool.uv] of a pyproject.toml. */
static bool read_file(struct arena *a, const struct place *p, struct env *e, const char *path,
		 const char *table)
{
	struct env_tree t = { .a = a, .file = path, .first = 1, .as = ENV_AS_DECLARED, .to = e };
	struct tree *root = NULL;
	struct span text;
	struct err err;

	if (!path || !place_read(a, p, path, FILE_MAX, &text))
		return false;
	if (toml_parse(a, utf8_of(a, text), &root, &err))
		env_problem(a, e, (struct origin){ .file = path }, err_phrase(a, &err));
	env_read_uv(&t, table ? tree_at(root, table) : root);
	if (table)
		uv_read_sources(&t, tree_at(root, table));
	return true;
}

static const char *user_file(struct arena *a, const struct place *p)
{
	const char *xdg = place_env_set(p, "XDG_CONFIG_HOME");

	return xdg ? place_join(a, xdg, "uv/uv.toml") :
		     place_below(a, place_env_set(p, "HOME"), ".config/uv/uv.toml");
}

/* ".venv" lies in the folder of its project. */
static void read_project(struct arena *a, const struct place *p, struct env *e)
{
	struct span s = span_of(e->prefix);
	ptrdiff_t slash = span_rfind_char(s, '/');
	const char *folder = slash > 0 ? arena_span(a, span_sub(s, 0, (size_t)slash)) : NULL;

	if (!folder || (e->kind != ENV_VENV && e->kind != ENV_UV))
		return;
	if (!read_file(a, p, e, place_join(a, folder, "uv.toml"), NULL))
		read_file(a, p, e, place_join(a, folder, "pyproject.toml"), "tool.uv");
}

static bool is_list(const char *key)
{
	key = strncmp(key, "pip.", 4) == 0 ? key + 4 : key;
	return span_in(span_of(key), "index extra-index-url find-links");
}

/* Does `y` cover `x`, which stands before it? */
static bool covers(const struct env_setting *x, const struct env_setting *y)
{
	return y->tool == SETTING_UV && strcmp(y->key, x->key) == 0 && !is_list(x->key) &&
	       !(x->origin.file && text_same(x->origin.file, y->origin.file));
}

static bool has_default(const struct env *e, size_t from)
{
	for (size_t i = from; i < e->settings.n; i++)
		if (e->settings.v[i].tool == SETTING_UV &&
		    strcmp(e->settings.v[i].key, "default-index") == 0)
			return true;
	return false;
}

/* Which of uv's settings from `from` on count. */
static void settle_uv(struct env *e, size_t from)
{
	enum { MANY = 300 };
	bool named = has_default(e, from);

	for (size_t i = from; i < e->settings.n && e->settings.n - from <= MANY; i++) {
		struct env_setting *s = &e->settings.v[i];

		if (s->tool != SETTING_UV)
			continue;
		if (named && strcmp(s->key, "index-url") == 0)
			s->effective = false;
		for (size_t k = i + 1; k < e->settings.n; k++)
			if (covers(s, &e->settings.v[k]))
				s->effective = false;
	}
}

void uv_conf_live(struct arena *a, const struct place *p, struct env *e)
{
	const char *one = place_env_set(p, "UV_CONFIG_FILE");
	struct span name, value;
	size_t from = e->settings.n;

	if (one) {
		read_file(a, p, e, one, NULL);
	} else if (!place_env_set(p, "UV_NO_CONFIG")) {
		read_file(a, p, e, "/etc/uv/uv.toml", NULL);
		read_file(a, p, e, user_file(a, p), NULL);
		read_project(a, p, e);
	}
	for (size_t i = 0; env_variable_next(p, &i, "UV_", &name, &value);)
		if (value.n)
			env_set(a, e, SETTING_UV, env_variable_key(a, span_from(name, 3)),
				arena_span(a, value),
				(struct origin){ .file = arena_span(a, name) });
	settle_uv(e, from);
}
