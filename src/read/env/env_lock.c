/* Lock files: exact packages, as what they would install. */
#include <string.h>

#include "fact/wheel.h"
#include "read/env/env_private.h"

static struct env_declared *add_lock(const struct env_tree *t, const struct tree *at,
				     const char *name, const char *version)
{
	ENV_ADD(t->a, t->to, declared) = (struct env_declared){
		.kind = DECLARED_LOCK, .name = name ? project_name(t->a, span_of(name)) : NULL,
		.text = name, .version = version,
		.origin = { t->file, t->first + at->line - 1, NULL },
	};
	return &t->to->declared.v[t->to->declared.n - 1];
}

static void take_hash(const struct env_tree *t, const struct tree *map, struct env_declared *d)
{
	static const char *const kinds[] = { "sha256", "md5" };

	for (size_t i = 0; i < 2; i++)
		if (tree_get_text(map, kinds[i]))
			strings_add(t->a, &d->hashes, arena_printf(t->a, "%s:%s", kinds[i],
								   tree_get_text(map, kinds[i])));
}

/* Build and name of a conda package from its URL. */
static void from_conda_url(const struct env_tree *t, struct env_declared *d)
{
	struct conda_record r;
	struct err e;

	if (!d->url || conda_record_parse(t->a, span_of(d->url), &r, &e))
		return;
	d->build = r.f[CONDA_BUILD];
	d->platform = d->platform ? d->platform : r.f[CONDA_SUBDIR];
	d->index = r.f[CONDA_CHANNEL];
	d->version = d->version ? d->version : r.f[CONDA_VERSION];
	if (!d->name && r.f[CONDA_NAME])
		d->name = project_name(t->a, span_of(r.f[CONDA_NAME]));
}

static void from_wheel_url(const struct env_tree *t, struct env_declared *d)
{
	struct span s = span_of(d->url);
	struct wheel w;
	struct err e;

	s = span_sub(s, 0, span_find_char(s, '#') >= 0 ? (size_t)span_find_char(s, '#') : s.n);
	d->under_pip = true;
	if (!span_ends(s, ".whl") || wheel_parse(t->a, s, &w, &e))
		return;
	d->version = d->version ? d->version : w.version;
	if (!d->name)
		d->name = project_name(t->a, span_of(w.name));
}

void env_read_conda_lock(const struct env_tree *t, const struct tree *root)
{
	const struct tree *channels = tree_at(root, "metadata.channels");

	for (const struct tree *c = tree_first(channels); c; c = c->next) {
		const char *url = tree_text(c) ? c->text : tree_get_text(c, "url");

		if (url)
			strings_add(t->a, &t->to->channels, url);
	}
	for (const struct tree *p = tree_first(tree_get(root, "package")); p; p = p->next) {
		const char *manager = tree_get_text(p, "manager");
		struct env_declared *d;

		if (!tree_get_text(p, "name"))
			continue;
		d = add_lock(t, p, tree_get_text(p, "name"), tree_get_text(p, "version"));
		d->platform = tree_get_text(p, "platform");
		d->url = tree_get_text(p, "url");
		d->under_pip = manager && strcmp(manager, "pip") == 0;
		d->group = tree_get_text(p, "category");
		take_hash(t, tree_get(p, "hash"), d);
		if (!d->under_pip)
			from_conda_url(t, d);
	}
}

/* Versions 4 and 5 say "kind: conda"; from 6 on the URL stands under "conda" or "pypi". */
static void pixi_package(const struct env_tree *t, const struct tree *p)
{
	const char *kind = tree_get_text(p, "kind"), *conda = tree_get_text(p, "conda");
	const char *pypi = tree_get_text(p, "pypi"), *url = tree_get_text(p, "url");
	struct env_declared *d;

	if (!kind && !conda && !pypi)
		return;
	d = add_lock(t, p, tree_get_text(p, "name"), tree_get_text(p, "version"));
	d->url = conda ? conda : pypi ? pypi : url;
	take_hash(t, p, d);
	if (pypi || (kind && strcmp(kind, "pypi") == 0))
		from_wheel_url(t, d);
	else
		from_conda_url(t, d);
}

void env_read_pixi_lock(const struct env_tree *t, const struct tree *root)
{
	const struct tree *environments = tree_get(root, "environments");

	for (const struct tree *e = tree_first(environments); e; e = e->next)
		for (const struct tree *c = tree_first(tree_get(e, "channels")); c; c = c->next)
			if (tree_get_text(c, "url"))
				strings_add(t->a, &t->to->channels, tree_get_text(c, "url"));
	for (const struct tree *p = tree_first(tree_get(root, "packages")); p; p = p->next)
		pixi_package(t, p);
}

/* ">=3.10", of poetry perhaps "^3.10"; a range with alternatives is not read. */
static void add_python(const struct env_tree *t, const struct tree *python)
{
	const char *specs = env_poetry_version(t->a, span_of(python->text));

	if (specs && *specs)
		env_set(t->a, t->to, SETTING_PROJECT, "requires-python", specs,
			env_tree_origin(t, python));
}

static void python_package(const struct env_tree *t, const struct tree *p)
{
	const struct tree *source = tree_get(p, "source");
	const char *registry = tree_get_text(source, "registry");
	struct env_declared *d;

	if (!tree_get_text(p, "name"))
		return;
	d = add_lock(t, p, tree_get_text(p, "name"), tree_get_text(p, "version"));
	d->under_pip = true;
	d->index = registry ? registry : tree_get_text(source, "url");
	d->index = d->index ? d->index : tree_get_text(p, "index");
	d->editable = tree_get(source, "editable") || tree_get(source, "virtual") ||
		      tree_get(p, "directory");
	d->url = tree_get_text(source, "git");
	d->group = tree_get_text(p, "category");
}

/* uv.lock and poetry.lock: [[package]] with name, version and a source; pylock.toml: [[packages]]
 * (packaging.python.org/specifications/pylock-toml). */
void env_read_uv_lock(const struct env_tree *t, const struct tree *root)
{
	const struct tree *python = tree_get(root, "requires-python");

	if (!tree_text(python))
		python = tree_at(root, "metadata.python-versions");
	if (tree_text(python))
		add_python(t, python);
	for (const struct tree *p = tree_first(tree_get(root, "package")); p; p = p->next)
		python_package(t, p);
	for (const struct tree *p = tree_first(tree_get(root, "packages")); p; p = p->next)
		python_package(t, p);
}
