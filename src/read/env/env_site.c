/* The folders that Python looks for packages in, and what lies in them. */
#include <string.h>

#include "read/dir.h"
#include "read/env/env_private.h"

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
			e->refuses_pip = !e->base;
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

/* "/usr/bin" -> "/usr" */
static const char *base_prefix(struct arena *a, const struct env *e)
{
	struct span s = span_of(e->base);

	return span_ends(s, "/bin") && s.n > 4 ? arena_span(a, span_sub(s, 0, s.n - 4)) : NULL;
}

enum { PTH_FILES = 64, PTH_BYTES = 65536, SITES_MAX = 64 };

/* Paths that a .pth file adds; the lines that it runs ("import …") are passed over. */
static void read_pth(struct arena *a, const struct place *p, struct env *e, const char *site,
		     const char *name)
{
	struct span text, line;

	if (!place_read(a, p, place_join(a, site, name), PTH_BYTES, &text))
		return;
	while (e->sites.n < SITES_MAX && span_line(&text, &line)) {
		line = span_trim(line);
		if (!line.n || line.p[0] == '#' || span_starts(line, "import "))
			continue;
		add_site(a, p, e, line.p[0] == '/' ? arena_span(a, line) :
			 place_join(a, site, arena_span(a, line)));
	}
}

static bool is_pth(struct span name)
{
	return span_ends(name, ".pth");
}

/* Folders of the search, and what the packages in them are. */
struct stretch {
	size_t from, end;
	bool user, outer, elsewhere;
};

/* A project that is worked on has a record of its own beside that of its installation. */
static bool is_known(const struct env *e, const struct env_package *p)
{
	for (size_t i = 0; i < e->packages.n && &e->packages.v[i] != p; i++) {
		const struct env_package *o = &e->packages.v[i];

		if (strcmp(o->name, p->name) == 0 && (o->editable || o->location == NULL))
			return true;
	}
	return false;
}

static void read_stretch(struct arena *a, const struct place *p, struct env *e,
			 const struct stretch *s)
{
	size_t from = e->packages.n, kept = from;

	for (size_t i = s->from; i < s->end; i++)
		env_read_site(a, p, e->sites.v[i], !s->elsewhere, e);
	for (size_t k = from; k < e->packages.n; k++) {
		struct env_package *q = &e->packages.v[k];

		if (s->elsewhere && is_known(e, q))
			continue;
		q->user_site = s->user;
		q->system_site = s->outer;
		q->elsewhere = s->elsewhere;
		e->packages.v[kept++] = *q;
	}
	e->packages.n = kept;
}

/* The folders added since `from`, and those that their .pth files add. */
static void take_stretch(struct arena *a, const struct place *p, struct env *e, size_t from,
			 bool user, bool outer)
{
	struct stretch own = { from, e->sites.n, user, outer, false };
	struct stretch added = { own.end, 0, user, outer, true };
	size_t end = e->sites.n, read = 0;

	/* What the folders from `from` on add behind themselves, as Python's module site does. */
	for (size_t i = from; i < end; i++) {
		DIR_AUTO site = dir_open(a, p, e->sites.v[i]);
		struct strings all = dir_list(a, &site, is_pth);

		for (size_t n = 0; n < all.n && read < PTH_FILES; n++, read++)
			read_pth(a, p, e, e->sites.v[i], all.v[n]);
	}
	added.end = e->sites.n;
	read_stretch(a, p, e, &own);
	read_stretch(a, p, e, &added);
}

void env_live_sites(struct arena *a, const struct place *p, struct env *e)
{
	bool venv = e->kind == ENV_VENV || e->kind == ENV_UV;
	size_t from;

	if (!p->elsewhere) {
		struct span rest = span_of(place_env(p, "PYTHONPATH")), part;

		while (e->sites.n < 32 && span_next(&rest, ':', &part))
			if (part.n && part.p[0] == '/')
				add_site(a, p, e, arena_span(a, part));
	}
	read_stretch(a, p, e, &(struct stretch){ .end = e->sites.n, .elsewhere = true });
	from = e->sites.n;
	if (e->kind == ENV_SYSTEM)
		add_system(a, p, e, e->prefix);
	else
		add_prefix(a, p, e, e->prefix);
	take_stretch(a, p, e, from, false, false);
	from = e->sites.n;
	if (!venv || e->system_site == TRI_YES) {
		const char *base = place_env_set(p, "PYTHONUSERBASE"),
			   *home = place_env_set(p, "HOME");

		if (!place_env_set(p, "PYTHONNOUSERSITE") && (base || home) && e->python) {
			if (!base)
				base = place_join(a, home, ".local");
			add_library(a, p, e, base, "lib");
		}
	}
	take_stretch(a, p, e, from, true, false);
	from = e->sites.n;
	if (venv && e->system_site == TRI_YES && base_prefix(a, e))
		add_system(a, p, e, base_prefix(a, e));
	take_stretch(a, p, e, from, false, true);
}
