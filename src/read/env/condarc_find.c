/* Where conda looks for its configuration, conda/conda@0f64223f:conda/base/constants.py. */
#include <string.h>

#include "base/io.h"
#include "read/env/condarc.h"

enum { FILE_MAX = 65536, FILES_MAX = 200 };

static bool have(const struct condarc_files *f, const char *path)
{
	for (size_t i = 0; i < f->n; i++)
		if (strcmp(f->v[i].path, path) == 0)
			return true;
	return false;
}

static void add(struct arena *a, const struct place *p, const char *path, struct condarc_files *to)
{
	struct span text;

	if (to->n < FILES_MAX && !have(to, path) && place_read(a, p, path, FILE_MAX, &text))
		ARRAY_ADD(a, *to) = (struct condarc_file){ path, io_utf8(a, text) };
}

/* The shell was set up by mamba or micromamba, not by conda, which reads no .mambarc. */
static bool by_mamba(const struct place *p)
{
	return place_env_set(p, "MAMBA_EXE") && !place_env_set(p, "CONDA_EXE");
}

/* ".condarc", "condarc" and "condarc.d" in one folder. */
static void add_folder(struct arena *a, const struct place *p, const char *folder,
		       struct condarc_files *to)
{
	const char *d;
	struct strings all;

	if (!folder)
		return;
	add(a, p, place_join(a, folder, ".condarc"), to);
	add(a, p, place_join(a, folder, "condarc"), to);
	d = place_join(a, folder, "condarc.d");
	all = place_list(a, p, d, "");
	for (size_t i = 0; i < all.n; i++)
		if (span_ends(span_of(all.v[i]), ".yml") || span_ends(span_of(all.v[i]), ".yaml"))
			add(a, p, place_join(a, d, all.v[i]), to);
	if (by_mamba(p))
		add(a, p, place_join(a, folder, ".mambarc"), to);
}

static const char *below(struct arena *a, const char *folder, const char *name)
{
	return folder ? place_join(a, folder, name) : NULL;
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

void condarc_find(struct arena *a, const struct place *p, const char *prefix,
		  struct condarc_files *ret)
{
	const char *home = place_env_set(p, "HOME"), *xdg = place_env_set(p, "XDG_CONFIG_HOME");
	const char *variable = place_env_set(p, "CONDARC");

	add_folder(a, p, "/etc/conda", ret);
	add_folder(a, p, "/var/lib/conda", ret);
	add_folder(a, p, root_prefix(a, p, prefix), ret);
	add_folder(a, p, below(a, xdg, "conda"), ret);
	add_folder(a, p, below(a, home, ".config/conda"), ret);
	add_folder(a, p, below(a, home, ".conda"), ret);
	if (home)
		add(a, p, place_join(a, home, ".condarc"), ret);
	if (home && by_mamba(p))
		add(a, p, place_join(a, home, ".mambarc"), ret);
	add_folder(a, p, prefix, ret);
	if (variable)
		add(a, p, variable, ret);
	if (by_mamba(p) && place_env_set(p, "MAMBARC"))
		add(a, p, place_env(p, "MAMBARC"), ret);
}
