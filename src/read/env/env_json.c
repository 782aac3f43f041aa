/* Records as JSON: conda list, search and info, pip list and inspect, pixi list. */
#include <string.h>

#include "read/env/env_private.h"

static struct span member_text(const struct tree *o, const char *key)
{
	return span_of(tree_get_text(o, key));
}

static struct origin origin_of(const struct env_tree *t, const struct tree *o)
{
	return (struct origin){ .file = t->file, .line = t->first + o->line - 1 };
}

static const char *hash_of(struct arena *a, const struct tree *o)
{
	const char *sha = tree_get_text(o, "sha256"), *md5 = tree_get_text(o, "md5");

	if (sha)
		return arena_printf(a, "sha256:%s", sha);
	return md5 ? arena_printf(a, "md5:%s", md5) : NULL;
}

static bool is_conda(const struct tree *o)
{
	struct span kind = member_text(o, "kind");

	if (kind.n)
		return span_is(kind, "conda");
	return tree_get(o, "build_string") || tree_get(o, "build") || tree_get(o, "dist_name");
}

static void add_conda(const struct env_tree *t, const struct tree *o)
{
	struct span build = member_text(o, "build_string"), channel = member_text(o, "channel");
	struct env_package *p;

	if (!build.n)
		build = member_text(o, "build");
	if (!channel.n)
		channel = member_text(o, "source");
	p = env_add_conda(t->a, t->to, member_text(o, "name"), member_text(o, "version"), build,
			  channel, origin_of(t, o));
	p->subdir = tree_get_text(o, "platform") ? tree_get_text(o, "platform") :
						   tree_get_text(o, "subdir");
	p->url = tree_get_text(o, "url");
	p->hash = hash_of(t->a, o);
}

static void read_list(const struct env_tree *t, const struct tree *list)
{
	for (const struct tree *o = tree_first(list); o && !t->to->over; o = o->next) {
		if (!member_text(o, "name").n || !member_text(o, "version").n)
			continue;
		if (is_conda(o))
			add_conda(t, o);
		else {
			const char *editable = tree_get_text(o, "editable_project_location");
			struct env_package *p = env_add(t->a, t->to, member_text(o, "name"),
							member_text(o, "version"), OWNER_PIP,
							origin_of(t, o));

			p->installer = tree_get_text(o, "installer");
			p->location = editable ? editable : tree_get_text(o, "location");
			p->editable = editable != NULL;
		}
	}
}

/* One distribution of `pip inspect`. */
static void add_inspected(const struct env_tree *t, const struct tree *o)
{
	const struct tree *m = tree_get(o, "metadata"), *url = tree_get(o, "direct_url");
	const char *editable = tree_text(tree_at(url, "dir_info.editable"));
	struct env_package *p;

	if (!member_text(m, "name").n)
		return;
	p = env_add(t->a, t->to, member_text(m, "name"), member_text(m, "version"), OWNER_PIP,
		    origin_of(t, o));
	p->installer = tree_get_text(o, "installer");
	p->location = tree_get_text(o, "metadata_location");
	p->requires_python = tree_get_text(m, "requires_python");
	p->url = tree_get_text(url, "url");
	p->editable = editable && strcmp(editable, "true") == 0;
	for (const struct tree *r = tree_first(tree_get(m, "requires_dist")); r; r = r->next)
		if (tree_text(r))
			strings_add(t->a, &p->requires, r->text);
	p->owner = env_owner_of(p->installer, p->owner);
}

void env_read_inspect(const struct env_tree *t, const struct tree *root)
{
	const struct tree *env = tree_get(root, "environment");

	for (const struct tree *o = tree_first(tree_get(root, "installed")); o && !t->to->over;
	     o = o->next)
		add_inspected(t, o);
	t->to->python_full = tree_get_text(env, "python_full_version");
}

/* { name: [records] } */
static void read_search(const struct env_tree *t, const struct tree *root)
{
	for (const struct tree *name = tree_first(root); name; name = name->next)
		for (const struct tree *o = tree_first(name); o; o = o->next) {
			if (!member_text(o, "name").n || !member_text(o, "version").n)
				continue;
			ENV_ADD(t->a, t->to, offers) = (struct env_offer){
				.name = tree_get_text(o, "name"),
				.version = tree_get_text(o, "version"),
				.build = tree_get_text(o, "build"),
				.channel = tree_get_text(o, "channel"),
				.subdir = tree_get_text(o, "subdir"), .origin = origin_of(t, o),
			};
		}
}

void env_read_info(const struct env_tree *t, const struct tree *root)
{
	t->to->platform = tree_get_text(root, "platform");
	t->to->prefix = tree_get_text(root, "active_prefix");
	for (const struct tree *c = tree_first(tree_get(root, "channels")); c; c = c->next)
		if (tree_text(c))
			strings_add(t->a, &t->to->channels, c->text);
	for (const struct tree *v = tree_first(tree_get(root, "virtual_pkgs")); v; v = v->next) {
		const struct tree *name = tree_first(v);
		const struct tree *version = name ? name->next : NULL;
		const char *build = version ? tree_text(version->next) : NULL;

		if (tree_text(name) && tree_text(version))
			strings_add(t->a, &t->to->virtuals,
				    arena_printf(t->a, "%s=%s=%s", name->text, version->text,
						 build ? build : "0"));
	}
}

/* Records of `conda list`, `conda create --dry-run`: below "packages", or below "actions". */
void env_read_records(const struct env_tree *t, const struct tree *root)
{
	const struct tree *packages = tree_get(root, "packages");

	read_list(t, packages ? packages : tree_at(root, "actions.LINK"));
}

void env_read_json(const struct env_tree *t, const struct tree *root)
{
	if (root->kind == TREE_LIST)
		read_list(t, root);
	else
		read_search(t, root);
}
