#include "read/env/uv_conf.h"

#include <string.h>

#include "base/io.h"
#include "read/env/env_format.h"
#include "read/env/toml.h"

enum { FILE_MAX = 1 << 20 };

/* The table of a file that settings stand in: all of a uv.toml, [tool.uv] of a pyproject.toml. */
static bool file(struct arena *a, const struct place *p, struct env *e, const char *path,
		 const char *table)
{
	struct env_tree t = { a, path, 1, ENV_AS_DECLARED, NULL, e };
	struct tree *root = NULL;
	struct span text;
	struct err err;

	if (!path || !place_read(a, p, path, FILE_MAX, &text))
		return false;
	if (toml_parse(a, io_utf8(a, text), &root, &err))
		env_problem(a, e, (struct origin){ path, 0, NULL }, "%s", err.text);
	env_read_uv(&t, table ? tree_at(root, table) : root);
	return true;
}

static const char *below(struct arena *a, const char *folder, const char *name)
{
	return folder ? place_join(a, folder, name) : NULL;
}

static const char *user_file(struct arena *a, const struct place *p)
{
	const char *xdg = place_env_set(p, "XDG_CONFIG_HOME");

	return xdg ? place_join(a, xdg, "uv/uv.toml") :
		     below(a, place_env_set(p, "HOME"), ".config/uv/uv.toml");
}

/* ".venv" lies in the folder of its project. */
static void project(struct arena *a, const struct place *p, struct env *e)
{
	struct span s = span_of(e->prefix);
	ptrdiff_t slash = span_rfind_char(s, '/');
	const char *folder = slash > 0 ? arena_span(a, span_sub(s, 0, (size_t)slash)) : NULL;

	if (!folder || (e->kind != ENV_VENV && e->kind != ENV_UV))
		return;
	if (!file(a, p, e, place_join(a, folder, "uv.toml"), NULL))
		file(a, p, e, place_join(a, folder, "pyproject.toml"), "tool.uv");
}

static void variables(struct arena *a, const struct place *p, struct env *e)
{
	for (size_t i = 0; p->env && p->env[i]; i++) {
		struct span s = span_of(p->env[i]), name;
		struct origin origin = { NULL, 0, NULL };

		if (!span_next(&s, '=', &name) || !s.n || !span_starts(name, "UV_"))
			continue;
		origin.file = arena_span(a, name);
		env_set(a, e, "uv", env_variable_key(a, span_from(name, 3)), arena_span(a, s),
			origin);
	}
}

static bool is_same_file(const struct env_setting *x, const struct env_setting *y)
{
	return x->origin.file && y->origin.file && strcmp(x->origin.file, y->origin.file) == 0;
}

static bool is_list(const char *key)
{
	static const char *const lists[] = { "index", "extra-index-url", "find-links" };

	key = strncmp(key, "pip.", 4) == 0 ? key + 4 : key;
	for (size_t n = 0; n < sizeof lists / sizeof *lists; n++)
		if (strcmp(key, lists[n]) == 0)
			return true;
	return false;
}

/* Does `y` cover `x`, which stands before it? */
static bool covers(const struct env_setting *x, const struct env_setting *y)
{
	return strcmp(y->tool, "uv") == 0 && strcmp(y->key, x->key) == 0 && !is_list(x->key) &&
	       !is_same_file(x, y);
}

static bool has_default(const struct env *e, size_t from)
{
	for (size_t i = from; i < e->settings.n; i++)
		if (strcmp(e->settings.v[i].tool, "uv") == 0 &&
		    strcmp(e->settings.v[i].key, "default-index") == 0)
			return true;
	return false;
}

void uv_conf_settle(struct env *e, size_t from)
{
	enum { MANY = 300 };
	bool named = has_default(e, from);

	for (size_t i = from; i < e->settings.n && e->settings.n - from <= MANY; i++) {
		struct env_setting *s = &e->settings.v[i];

		if (strcmp(s->tool, "uv") != 0)
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
	size_t from = e->settings.n;

	if (one) {
		file(a, p, e, one, NULL);
	} else if (!place_env_set(p, "UV_NO_CONFIG")) {
		file(a, p, e, "/etc/uv/uv.toml", NULL);
		file(a, p, e, user_file(a, p), NULL);
		project(a, p, e);
	}
	variables(a, p, e);
	uv_conf_settle(e, from);
}
