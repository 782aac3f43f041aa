/* The folders that Python looks for packages in, and what lies in them. */
#include <string.h>

#include "read/env/env_dist.h"
#include "read/env/env_live.h"
#include "read/dir.h"

static void add_site(struct arena *a, const struct place *p, struct env *e, const char *path)
{
	const char *real = place_real(a, p, path);

	if (!real)
		return;
	for (size_t i = 0; i < e->sites.n; i++)
		if (strcmp(real, place_real(a, p, e->sites.v[i])) == 0)
			return;
	strings_add(a, &e->sites, path);
}

/* "3.13t" -> "python3.13t" below lib; every python3.* there is when the version is not known. */
static void add_library(struct arena *a, const struct place *p, struct env *e, const char *prefix,
			const char *lib)
{
	const char *folder = place_join(a, prefix, lib);
	struct strings all = { 0 };

	if (e->python)
		strings_add(a, &all, arena_printf(a, "python%s", e->python));
	else
		all = place_list(a, p, folder, "python");
	for (size_t i = 0; i < all.n; i++) {
		const char *one = place_join(a, folder, all.v[i]);

		add_site(a, p, e, place_join(a, one, "site-packages"));
		add_site(a, p, e, place_join(a, one, "dist-packages"));
		if (place_exists(a, p, place_join(a, one, "EXTERNALLY-MANAGED")))
			e->externally_managed = TRI_YES;
	}
}

static void add_prefix(struct arena *a, const struct place *p, struct env *e, const char *prefix)
{
	add_library(a, p, e, prefix, "lib");
	add_library(a, p, e, prefix, "lib64");
	add_site(a, p, e, place_join(a, prefix, "Lib/site-packages"));
}

/* Debian's Python looks into three folders. */
static void add_system(struct arena *a, const struct place *p, struct env *e, const char *prefix)
{
	if (strcmp(prefix, "/usr") == 0)
		add_library(a, p, e, "/usr/local", "lib");
	add_prefix(a, p, e, prefix);
	if (strcmp(prefix, "/usr") == 0)
		add_site(a, p, e, "/usr/lib/python3/dist-packages");
}

static void add_user(struct arena *a, const struct place *p, struct env *e)
{
	const char *base = place_env_set(p, "PYTHONUSERBASE"), *home = place_env_set(p, "HOME");

	if (place_env_set(p, "PYTHONNOUSERSITE") || (!base && !home) || !e->python)
		return;
	if (!base)
		base = place_join(a, home, ".local");
	add_library(a, p, e, base, "lib");
}

static void add_paths(struct arena *a, const struct place *p, struct env *e)
{
	struct span rest = span_of(place_env(p, "PYTHONPATH")), part;

	while (e->sites.n < 32 && span_next(&rest, ':', &part))
		if (part.n && part.p[0] == '/')
			add_site(a, p, e, arena_span(a, part));
}

/* "/usr/bin" -> "/usr" */
static const char *base_prefix(struct arena *a, const struct env *e)
{
	struct span s = span_of(e->base);

	return span_ends(s, "/bin") && s.n > 4 ? arena_span(a, span_sub(s, 0, s.n - 4)) : NULL;
}

static void read_site(struct arena *a, const struct place *p, struct env *e, size_t i, bool user,
		      bool outer)
{
	size_t from = e->packages.n;

	env_read_site(a, p, e->sites.v[i], e);
	for (size_t k = from; k < e->packages.n; k++) {
		e->packages.v[k].user_site = user;
		e->packages.v[k].system_site = outer;
	}
}

void env_live_sites(struct arena *a, const struct place *p, struct env *e)
{
	bool venv = e->kind == ENV_VENV || e->kind == ENV_UV;
	size_t own, user;

	add_paths(a, p, e);
	if (e->kind == ENV_SYSTEM)
		add_system(a, p, e, e->prefix);
	else
		add_prefix(a, p, e, e->prefix);
	own = e->sites.n;
	if (!venv || e->system_site == TRI_YES)
		add_user(a, p, e);
	user = e->sites.n;
	if (venv && e->system_site == TRI_YES && base_prefix(a, e))
		add_system(a, p, e, base_prefix(a, e));
	for (size_t i = 0; i < e->sites.n; i++)
		read_site(a, p, e, i, i >= own && i < user, i >= user);
}
