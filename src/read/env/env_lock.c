/* Lock files: exact packages, as what they would install. */
#include <string.h>

#include "base/sort.h"
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

void env_read_conda_lock(const struct env_tree *t, const struct tree *root)
{
	const struct tree *channels = tree_at(root, "metadata.channels");

	for (const struct tree *c = tree_first(channels); c; c = c->next) {
		const char *url = tree_text(c) ? c->text : tree_get_text(c, "url");

		if (url)
			strings_add(t->a, &t->to->channels, url);
	}
	for (const struct tree *p = tree_first(tree_get(root, "package")); p && !t->to->over;
	     p = p->next) {
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

/* --- pixi.lock: packages by URL, and environments that name them per platform ----------- */

/* Versions 4 and 5 say "kind: conda"; from 6 on the URL stands under "conda" or "pypi". */
static struct env_declared *pixi_package(const struct env_tree *t, const struct tree *p)
{
	const char *kind = tree_get_text(p, "kind"), *conda = tree_get_text(p, "conda");
	const char *pypi = tree_get_text(p, "pypi"), *url = tree_get_text(p, "url");
	struct env_declared *d;

	if (!kind && !conda && !pypi)
		return NULL;
	d = add_lock(t, p, tree_get_text(p, "name"), tree_get_text(p, "version"));
	d->url = conda ? conda : pypi ? pypi : url;
	take_hash(t, p, d);
	if (pypi || (kind && strcmp(kind, "pypi") == 0)) {
		struct wheel w;

		d->under_pip = true;
		if (wheel_of_url(t->a, d->url, &w)) {
			d->version = d->version ? d->version : w.version;
			if (!d->name)
				d->name = project_name(t->a, span_of(w.name));
		}
	} else
		from_conda_url(t, d);
	return d;
}

/* Where a package is installed: an environment on a platform. */
struct use {
	const char *url, *group, *platform;
};

struct uses {
	struct use *v;
	size_t n, room;
};

static int by_url(const void *a, const void *b)
{
	return strcmp(((const struct use *)a)->url, ((const struct use *)b)->url);
}

/* `default` is the environment that is always there. */
static void take_uses(const struct env_tree *t, const struct tree *environment, struct uses *to)
{
	const char *group = strcmp(environment->key, "default") == 0 ? NULL : environment->key;
	const struct tree *packages = tree_get(environment, "packages");

	for (const struct tree *p = tree_first(packages); p; p = p->next)
		for (const struct tree *u = tree_first(p); u && p->key; u = u->next) {
			const char *url = tree_get_text(u, "conda");

			url = url ? url : tree_get_text(u, "pypi");
			if (url && to->n < ENV_MOST)
				ARRAY_ADD(t->a, *to) = (struct use){ url, group, p->key };
		}
}

/* Once for each environment and platform that line number n is installed in. */
static void spread(const struct env_tree *t, size_t n, const struct uses *all)
{
	struct env_declared d = t->to->declared.v[n];
	size_t from = 0, end = all->n;

	while (from < end) {
		size_t at = from + (end - from) / 2;

		if (strcmp(all->v[at].url, d.url) < 0)
			from = at + 1;
		else
			end = at;
	}
	if (from < all->n && strcmp(all->v[from].url, d.url) == 0)
		t->to->declared.n--;
	for (; from < all->n && strcmp(all->v[from].url, d.url) == 0; from++) {
		d.group = all->v[from].group;
		d.platform = all->v[from].platform;
		ENV_ADD(t->a, t->to, declared) = d;
	}
}

/* "__cuda=12.0", "__cuda=12.0=0" */
static void take_platform(const struct env_tree *t, const struct tree *p)
{
	const char *name = tree_get_text(p, "name"), *subdir = tree_get_text(p, "subdir");
	const struct tree *all = tree_get(p, "virtual-packages");
	struct span cuda = span_of("");

	for (const struct tree *v = tree_first(all); v; v = v->next) {
		struct span s = span_of(tree_text(v));

		if (span_take(&s, "__cuda="))
			(void)span_next(&s, '=', &cuda);
	}
	if (name)
		env_add_platform(t, p, name, subdir ? subdir : name, arena_span(t->a, cuda));
}

void env_read_pixi_lock(const struct env_tree *t, const struct tree *root)
{
	const struct tree *environments = tree_get(root, "environments");
	struct uses uses = { 0 };

	for (const struct tree *p = tree_first(tree_get(root, "platforms")); p; p = p->next)
		take_platform(t, p);
	for (const struct tree *e = tree_first(environments); e; e = e->next) {
		for (const struct tree *c = tree_first(tree_get(e, "channels")); c; c = c->next)
			if (tree_get_text(c, "url"))
				strings_add(t->a, &t->to->channels, tree_get_text(c, "url"));
		if (e->key)
			take_uses(t, e, &uses);
	}
	sort_stable(uses.v, uses.n, sizeof *uses.v, by_url);
	for (const struct tree *p = tree_first(tree_get(root, "packages")); p; p = p->next) {
		struct env_declared *d = pixi_package(t, p);

		if (!d || !d->url || !d->name || !env_is_weighed(d->name) || !uses.n)
			continue;
		spread(t, t->to->declared.n - 1, &uses);
	}
}

/* --- uv.lock, poetry.lock, pylock.toml -------------------------------------------------- */

static void set_marker(const struct env_tree *t, struct env_declared *d, const char *text)
{
	struct err e;

	if (!text || marker_parse(t->a, span_of(text), &d->req.marker, &e) != 0)
		d->req.marker = NULL;
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
	set_marker(t, d, tree_get_text(p, "marker"));
}

/* One of the forms in which the lock has a package, as somebody asks for it. */
static bool is_fork(const struct tree *p, const struct tree *wanted)
{
	const char *name = tree_get_text(p, "name"), *version = tree_get_text(wanted, "version");
	const char *one = tree_get_text(tree_get(p, "source"), "registry");
	const char *two = tree_get_text(tree_get(wanted, "source"), "registry");

	return version && name && tree_get_text(p, "version") &&
	       strcmp(name, tree_get_text(wanted, "name")) == 0 &&
	       strcmp(version, tree_get_text(p, "version")) == 0 &&
	       (!one || !two || strcmp(one, two) == 0);
}

static const char *either(struct arena *a, const char *all, const char *one)
{
	return all ? arena_printf(a, "%s or (%s)", all, one) : arena_printf(a, "(%s)", one);
}

/* What the project asks for in a list, as the fork of `p` that it is; NULL: nothing of it. */
static const char *asked_in(const struct env_tree *t, const struct tree *p,
			    const struct tree *list, bool *any)
{
	const char *ret = NULL;

	for (const struct tree *w = tree_first(list); w; w = w->next)
		if (tree_get_text(w, "name") && is_fork(p, w)) {
			*any = true;
			if (tree_get_text(w, "marker"))
				ret = either(t->a, ret, tree_get_text(w, "marker"));
		}
	return ret;
}

static bool add_group(const struct env_tree *t, const struct tree *p, struct env_declared d,
		      const struct tree *groups)
{
	bool all = false;

	for (const struct tree *g = tree_first(groups); g; g = g->next) {
		bool any = false;

		set_marker(t, &d, asked_in(t, p, g, &any));
		d.group = g->key;
		if (any && g->key)
			ENV_ADD(t->a, t->to, declared) = d;
		all |= any;
	}
	return all;
}

/* Which fork it is says the project by markers, and by extras and groups; else the fork itself. */
static void settle_fork(const struct env_tree *t, const struct tree *root, const struct tree *p)
{
	size_t at = t->to->declared.n - 1;
	const struct tree *own = tree_get(p, "resolution-markers");
	const char *text = NULL;
	bool any = false, group = false;
	struct env_declared *d;

	for (const struct tree *m = tree_first(own); m; m = m->next)
		if (tree_text(m))
			text = either(t->a, text, m->text);
	for (const struct tree *r = tree_first(tree_get(root, "package")); r && own; r = r->next) {
		const struct tree *source = tree_get(r, "source");
		const char *asked;

		if (!tree_get(source, "editable") && !tree_get(source, "virtual"))
			continue;
		asked = asked_in(t, p, tree_get(r, "dependencies"), &any);
		text = asked ? asked : text;
		d = &t->to->declared.v[at];
		group |= add_group(t, p, *d, tree_get(r, "optional-dependencies"));
		group |= add_group(t, p, *d, tree_get(r, "dev-dependencies"));
	}
	d = &t->to->declared.v[at];
	set_marker(t, d, text);
	if (group && !any)
		*d = t->to->declared.v[--t->to->declared.n];
}

/* uv.lock and poetry.lock: [[package]] with name, version and a source; pylock.toml: [[packages]]
 * (packaging.python.org/specifications/pylock-toml). */
void env_read_uv_lock(const struct env_tree *t, const struct tree *root)
{
	const struct tree *python = tree_get(root, "requires-python");

	env_lock_keeper(t);
	if (!tree_text(python))
		python = tree_at(root, "metadata.python-versions");
	if (tree_text(python)) {
		/* ">=3.10", of poetry perhaps "^3.10"; a range with alternatives is not read. */
		const char *specs = env_poetry_version(t->a, span_of(python->text));

		if (specs && *specs)
			env_set(t->a, t->to, SETTING_PROJECT, "requires-python", specs,
				env_tree_origin(t, python));
	}
	for (const struct tree *p = tree_first(tree_get(root, "package")); p; p = p->next) {
		python_package(t, p);
		if (tree_get(p, "resolution-markers") && tree_get_text(p, "name"))
			settle_fork(t, root, p);
	}
	for (const struct tree *p = tree_first(tree_get(root, "packages")); p; p = p->next)
		python_package(t, p);
}

static const char *source_of(const struct tree *meta, const char *name)
{
	for (const struct tree *s = tree_first(tree_get(meta, "sources")); s && name; s = s->next)
		if (tree_get_text(s, "name") && strcmp(tree_get_text(s, "name"), name) == 0)
			return tree_get_text(s, "url");
	return NULL;
}

/* Pipfile.lock: "default" and "develop" hold each package with its "==version"
 * (pipenv.pypa.io/en/latest/pipfile.html). */
void env_read_pipfile_lock(const struct env_tree *t, const struct tree *root)
{
	static const char *const groups[] = { "default", "develop" };
	const struct tree *meta = tree_get(root, "_meta");
	const struct tree *python = tree_at(meta, "requires.python_version");

	if (tree_text(python))
		env_set(t->a, t->to, SETTING_PROJECT, "requires-python",
			arena_printf(t->a, "==%s.*", python->text), env_tree_origin(t, python));
	for (size_t g = 0; g < sizeof groups / sizeof *groups; g++)
		for (const struct tree *p = tree_first(tree_get(root, groups[g]));
		     p && !t->to->over; p = p->next) {
			struct span version = span_of(tree_get_text(p, "version"));
			struct env_declared *d;

			if (!p->key || !span_take(&version, "=="))
				continue;
			d = add_lock(t, p, p->key, version.p);
			d->under_pip = true;
			d->group = g ? "dev" : NULL;
			d->index = source_of(meta, tree_get_text(p, "index"));
			set_marker(t, d, tree_get_text(p, "markers"));
		}
}
