/* Where conda looks for its configuration, conda/conda@0f64223f:conda/base/constants.py, and where
 * mamba does, mamba-org/mamba 2:libmamba/src/api/configuration.cpp (compute_default_rc_sources). */
#include <string.h>

#include "base/utf8.h"
#include "read/env/condarc_private.h"

enum { FILE_MAX = 65536, FILES_MAX = 200 };

struct search {
	struct arena *a;
	const struct place *p;
	bool mamba;
	struct condarc_files *to;
};

static void add_file(const struct search *s, const char *path)
{
	struct span text;

	if (path && s->to->n < FILES_MAX && !ANY(x, *s->to, strcmp(x->path, path) == 0) &&
	    place_read(s->a, s->p, path, FILE_MAX, &text))
		ARRAY_ADD(s->a, *s->to) = (struct condarc_file){ path, utf8_of(s->a, text) };
}

/* "condarc.d": files that end in .yml or .yaml, by their names. */
static void add_parts(const struct search *s, const char *folder)
{
	struct strings all = place_list(s->a, s->p, folder, "");

	for (size_t i = 0; i < all.n; i++)
		if (span_ends(span_of(all.v[i]), ".yml") || span_ends(span_of(all.v[i]), ".yaml"))
			add_file(s, place_join(s->a, folder, all.v[i]));
}

/* ".condarc", "condarc" and "condarc.d" in one folder; "mambarc" alike. */
static void add_named(const struct search *s, const char *folder, const char *name)
{
	if (!folder)
		return;
	add_file(s, place_join(s->a, folder, arena_printf(s->a, ".%s", name)));
	add_file(s, place_join(s->a, folder, name));
	add_parts(s, place_join(s->a, folder, arena_printf(s->a, "%s.d", name)));
}

/* Folders that are not the user's have a .mambarc too. */
static void add_folder(const struct search *s, const char *folder)
{
	add_named(s, folder, "condarc");
	if (folder && s->mamba)
		add_file(s, place_join(s->a, folder, ".mambarc"));
}

/* "/opt/conda/bin/conda" and "/opt/conda/envs/x" lead to the installation. */
static const char *root_prefix(struct arena *a, const struct place *p, const char *prefix)
{
	struct span exe = span_of(place_env_set(p, "CONDA_EXE")), env = span_of(prefix);
	ptrdiff_t at;

	if (place_env_set(p, "CONDA_ROOT"))
		return place_env(p, "CONDA_ROOT");
	at = exe.n ? span_find(exe, "/bin/conda") : -1;
	if (at > 0)
		return arena_span(a, span_sub(exe, 0, (size_t)at));
	if (place_env_set(p, "MAMBA_ROOT_PREFIX"))
		return place_env(p, "MAMBA_ROOT_PREFIX");
	at = env.n ? span_find(env, "/envs/") : -1;
	return at > 0 ? arena_span(a, span_sub(env, 0, (size_t)at)) : NULL;
}

static void add_user(const struct search *s, const char *home)
{
	add_named(s, place_below(s->a, home, ".config/conda"), "condarc");
	add_named(s, place_below(s->a, home, ".conda"), "condarc");
	add_file(s, place_below(s->a, home, ".condarc"));
}

/* Those of mamba alone come behind all of conda's, but before those of the environment. */
static void add_mamba(const struct search *s, const char *home, const char *xdg)
{
	const char *active = place_env_set(s->p, "CONDA_PREFIX");

	add_user(s, home);
	add_named(s, place_below(s->a, xdg, "conda"), "condarc");
	add_named(s, active, "condarc");
	add_file(s, place_env_set(s->p, "CONDARC"));
	add_named(s, xdg ? place_join(s->a, xdg, "mamba") :
			   place_below(s->a, home, ".config/mamba"), "mambarc");
	add_named(s, place_below(s->a, home, ".mamba"), "mambarc");
	add_file(s, place_below(s->a, home, ".mambarc"));
	add_file(s, place_env_set(s->p, "MAMBARC"));
}

bool condarc_of_mamba(const struct place *p)
{
	return place_env_set(p, "MAMBA_EXE") && !place_env_set(p, "CONDA_EXE");
}

void condarc_find(struct arena *a, const struct place *p, const char *prefix,
		  struct condarc_files *ret)
{
	const char *home = place_env_set(p, "HOME"), *xdg = place_env_set(p, "XDG_CONFIG_HOME");
	struct search s = { a, p, condarc_of_mamba(p), ret };

	add_folder(&s, "/etc/conda");
	add_folder(&s, "/var/lib/conda");
	add_folder(&s, root_prefix(a, p, prefix));
	if (s.mamba) {
		add_mamba(&s, home, xdg);
	} else {
		add_named(&s, place_below(a, xdg, "conda"), "condarc");
		add_user(&s, home);
	}
	add_folder(&s, prefix);
	if (!s.mamba)
		add_file(&s, place_env_set(p, "CONDARC"));
}
