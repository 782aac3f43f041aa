/* What a project asks for: pyproject.toml (PEP 621, PEP 735, uv, Poetry) and pixi.toml. */
#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "fact/row.h"
#include "read/env/env_private.h"
#include "read/env/requirements_private.h"
#include "read/env/toml_private.h"
#include "read/matchspec.h"

/* --- pixi.toml, and the same below [tool.pixi]: packages by feature and target -------- */

struct part {
	const char *group, *platform;
};

/* "2.5.*", or { version = "2.5.*", build = "*cuda*", channel = "conda-forge" } */
static void add_conda(const struct env_tree *t, const struct part *p, const struct tree *d)
{
	const char *version = tree_text(d) ? d->text : tree_get_text(d, "version");
	const char *build = tree_get_text(d, "build"), *channel = tree_get_text(d, "channel");
	const char *v = version && *version ? version : "*";
	struct env_declared one = { .kind = DECLARED_SPEC, .group = p->group };
	struct err e;

	one.platform = p->platform;
	one.origin = env_tree_origin(t, d);
	one.origin.text = arena_printf(t->a, "%s = \"%s\"", d->key, v);
	one.text = arena_printf(t->a, "%s%s%s %s%s%s", channel ? channel : "", channel ? "::" : "",
				d->key, v, build ? " " : "", build ? build : "");
	one.url = tree_get_text(d, "url");
	env_tree_see(t, d);
	one.parsed = matchspec_parse(t->a, span_of(one.text), &one.spec, &e) == 0;
	one.name = project_name(t->a, span_of(d->key));
	if (!one.parsed)
		env_not_understood(t->a, t->to, one.origin, &e);
	ENV_ADD(t->a, t->to, declared) = one;
}

static void add_pypi(const struct env_tree *t, const struct part *p, const struct tree *d)
{
	struct requirements r = { .a = t->a, .to = t->to, .group = p->group, .under_pip = true };
	const char *version = tree_text(d) ? d->text : tree_get_text(d, "version");
	bool any = !version || strcmp(version, "*") == 0;
	const char *v = any ? "" : env_poetry_version(t->a, span_of(version));
	struct origin origin = env_tree_origin(t, d);
	struct env_declared *one;

	origin.text = arena_printf(t->a, "%s = \"%s\"", d->key, version ? version : "*");
	one = requirements_add(&r, span_of(arena_printf(t->a, "%s%s", d->key, v ? v : "")), origin);
	env_tree_see(t, d);
	one->platform = p->platform;
	one->index = tree_get_text(d, "index");
	one->url = tree_get_text(d, "url") ? tree_get_text(d, "url") : tree_get_text(d, "git");
}

static void read_part(const struct env_tree *t, const struct part *p, const struct tree *in)
{
	const struct tree *conda = tree_get(in, "dependencies"), *pypi;
	const struct tree *requires = tree_get(in, "system-requirements");

	pypi = tree_get(in, "pypi-dependencies");
	for (const struct tree *d = tree_first(conda); d && !t->to->over; d = d->next)
		if (d->key)
			add_conda(t, p, d);
	for (const struct tree *d = tree_first(pypi); d && !t->to->over; d = d->next)
		if (d->key)
			add_pypi(t, p, d);
	for (const struct tree *s = tree_first(requires); s && !t->to->over; s = s->next)
		if (tree_text(s) && s->key)
			env_set(t->a, t->to, SETTING_PIXI,
				arena_printf(t->a, "system-requirements.%s", s->key), s->text,
				env_tree_origin(t, s));
}

static void read_targets(const struct env_tree *t, const char *group, const struct tree *in)
{
	struct part whole = { group, NULL };

	read_part(t, &whole, in);
	for (const struct tree *x = tree_first(tree_get(in, "target")); x; x = x->next) {
		struct part one = { group, x->key };

		read_part(t, &one, x);
	}
}

/* "linux-64", or { platform = "linux-64", cuda = "12" } */
static void read_platform(const struct env_tree *t, const struct tree *p)
{
	const char *name = tree_text(p) ? p->text : tree_get_text(p, "platform");
	const struct tree *cuda = tree_get(p, "cuda");

	if (!name)
		return;
	env_set(t->a, t->to, SETTING_PIXI, "platforms", name, env_tree_origin(t, p));
	env_add_platform(t, p, tree_get_text(p, "name"), name, tree_text(cuda) ? cuda->text : "");
	if (tree_text(cuda))
		env_set(t->a, t->to, SETTING_PIXI, "platforms.cuda", cuda->text,
			env_tree_origin(t, cuda));
}

void env_read_pixi(const struct env_tree *t, const struct tree *root)
{
	const struct tree *head = tree_get(root, "workspace");
	const struct tree *in;
	const struct tree *index;

	head = head ? head : tree_get(root, "project");
	env_kept_by(t->to, INSTALLER_PIXI);
	for (const struct tree *c = tree_first(tree_get(head, "channels")); c; c = c->next) {
		const char *name = tree_text(c) ? c->text : tree_get_text(c, "channel");

		if (name)
			strings_add(t->a, &t->to->channels, name);
	}
	for (const struct tree *p = tree_first(tree_get(head, "platforms")); p; p = p->next)
		read_platform(t, p);
	env_tree_see(t, tree_get(root, "environments"));
	/* Where packages of PyPI come from. */
	in = tree_get(root, "pypi-options");
	index = tree_get(in, "index-url");
	if (tree_text(index))
		env_set(t->a, t->to, SETTING_PIXI, "index-url", index->text,
			env_tree_origin(t, index));
	for (const struct tree *e = tree_first(tree_get(in, "extra-index-urls")); e; e = e->next)
		if (tree_text(e))
			env_set(t->a, t->to, SETTING_PIXI, "extra-index-urls", e->text,
				env_tree_origin(t, e));
	read_targets(t, NULL, root);
	for (const struct tree *f = tree_first(tree_get(root, "feature")); f && !t->to->over;
	     f = f->next)
		if (f->key)
			read_targets(t, f->key, f);
}

/* --- pyproject.toml ------------------------------------------------------------------- */

static void read_groups(const struct env_tree *t, const struct tree *groups,
			enum env_group_kind kind)
{
	size_t first = t->to->declared.n;

	for (const struct tree *g = tree_first(groups); g; g = g->next)
		if (g->kind == TREE_LIST)
			env_tree_requirements(t, g, g->key, false);
	for (; first < t->to->declared.n; first++)
		t->to->declared.v[first].group_kind = kind;
}

static void read_variant(const struct env_tree *t, const struct tree *plugin, const char *variant)
{
	const char *url = row_index(t->a, variant);
	size_t n = t->to->declared.n;

	env_tree_requirements(t, tree_get(plugin, "dependencies"), variant, false);
	for (; n < t->to->declared.n; n++)
		t->to->declared.v[n].index = url;
}

/* [tool.pdm.plugin.torch]: one lock for each variant, each from its index
 * (github.com/EmbarkStudios/pdm-plugin-torch, README). */
static void read_pdm_torch(const struct env_tree *t, const struct tree *plugin)
{
	const struct tree *v = NULL;

	env_tree_see(t, plugin);
	if (tree_is_true(plugin, "enable-cpu"))
		read_variant(t, plugin, "cpu");
	if (tree_is_true(plugin, "enable-cuda"))
		v = tree_first(tree_get(plugin, "cuda-versions"));
	for (; v; v = v->next)
		if (tree_text(v))
			read_variant(t, plugin, v->text);
	if (tree_is_true(plugin, "enable-rocm"))
		v = tree_first(tree_get(plugin, "rocm-versions"));
	for (; v; v = v->next)
		if (tree_text(v))
			read_variant(t, plugin, arena_printf(t->a, "rocm%s", v->text));
}

/* A Pipfile: the first source is for all packages, another one for those that name it
 * (pipenv.pypa.io/en/latest/indexes.html). */
void env_read_pipfile(const struct env_tree *t, const struct tree *root)
{
	struct requirements r = { .a = t->a, .to = t->to };
	const struct tree *python = tree_at(root, "requires.python_version");
	bool first = true;

	for (const struct tree *s = tree_first(tree_get(root, "source")); s; s = s->next) {
		const char *url = tree_get_text(s, "url"), *name = tree_get_text(s, "name");

		env_tree_see(t, s);
		if (url && name)
			env_set(t->a, t->to, SETTING_POETRY, first ? "source" : "explicit-source",
				arena_printf(t->a, "%s=%s", name, url),
				env_tree_origin(t, tree_get(s, "url")))->effective = first;
		first = false;
	}
	if (tree_text(python))
		env_set(t->a, t->to, SETTING_PROJECT, "requires-python",
			arena_printf(t->a, "==%s.*", python->text), env_tree_origin(t, python));
	env_poetry_dependencies(t, &r, tree_get(root, "packages"));
	r.group = "dev";
	env_poetry_dependencies(t, &r, tree_get(root, "dev-packages"));
}

void env_read_script(const struct env_tree *t, const struct tree *root)
{
	const struct tree *python = tree_get(root, "requires-python");

	if (tree_text(python))
		env_set(t->a, t->to, SETTING_PROJECT, "requires-python", python->text,
			env_tree_origin(t, python));
	env_tree_requirements(t, tree_get(root, "dependencies"), NULL, false);
	env_read_uv_project(t, tree_at(root, "tool.uv"));
}

/* A member of a workspace: what is asked there is locked together with the rest. */
static void read_member(const struct env_tree *t, const struct tree *uv, const char *file)
{
	enum { FILE_MAX = 1 << 20 };
	struct env_tree in = *t;
	const char *name = t->to->name;
	struct tree *root = NULL;
	struct span text;
	struct err e;

	in.file = file;
	in.first = 1;
	in.seen = NULL;
	in.files = NULL;
	if (!place_read(t->a, t->files, file, FILE_MAX, &text))
		return;
	if (toml_parse(t->a, utf8_of(t->a, text), &root, &e))
		env_problem(t->a, t->to, (struct origin){ .file = file }, err_phrase(t->a, &e));
	env_read_pyproject(&in, root);
	t->to->name = name;
	uv_inherit_sources(&in, uv, tree_at(root, "tool.uv.sources"));
}

void env_read_pyproject(const struct env_tree *t, const struct tree *root)
{
	struct strings members = uv_members(t, tree_at(root, "tool.uv"));
	const struct tree *project = tree_get(root, "project");
	const struct tree *python = tree_get(project, "requires-python");
	const struct tree *pdm;

	t->to->name = tree_get_text(project, "name");
	env_find_keeper(t, root);
	if (tree_text(python))
		env_set(t->a, t->to, SETTING_PROJECT, "requires-python", python->text,
			env_tree_origin(t, python));
	env_tree_requirements(t, tree_get(project, "dependencies"), NULL, false);
	read_groups(t, tree_get(project, "optional-dependencies"), GROUP_EXTRA);
	read_groups(t, tree_get(root, "dependency-groups"), GROUP_DEV);
	env_tree_requirements(t, tree_at(root, "build-system.requires"), "build-system", false);
	env_read_poetry(t, tree_at(root, "tool.poetry"));
	pdm = tree_at(root, "tool.pdm");
	read_groups(t, tree_get(pdm, "dev-dependencies"), GROUP_DEV);
	read_pdm_torch(t, tree_at(pdm, "plugin.torch"));
	env_read_pdm_sources(t, tree_get(pdm, "source"));
	env_read_hatch(t, tree_at(root, "tool.hatch"));
	env_read_uv_project(t, tree_at(root, "tool.uv"));
	for (size_t i = 0; i < members.n && !t->to->over; i++)
		read_member(t, tree_at(root, "tool.uv"), members.v[i]);
	if (tree_at(root, "tool.pixi"))
		env_read_pixi(t, tree_at(root, "tool.pixi"));
}
