/* Settings of the machine and the user: variables, configuration of pip, uv and conda, ld.so. */
#include <string.h>

#include "base/io.h"
#include "read/env/condarc.h"
#include "read/env/env_format.h"
#include "read/env/env_live.h"
#include "read/host/live.h"
#include "read/env/pip_conf.h"
#include "read/env/uv_conf.h"

enum { FILE_MAX = 1 << 20 };

/* Variables kept as they are; PIP_, UV_ and CONDA_ ones that are settings have readers besides. */
static bool is_kept(struct span name)
{
	static const char *const exact[] = {
		"PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME",
		"PYTHONNOUSERSITE", "VIRTUAL_ENV", "TORCH_CUDA_ARCH_LIST", "FORCE_CUDA",
		"CONDA_PREFIX", "CONDA_DEFAULT_ENV", "CONDA_SHLVL", "CUDACXX",
	};
	static const char *const starts[] = {
		"CUDA_", "CONDA_OVERRIDE_", "NVIDIA_", "CUDNN", "NCCL_",
	};

	for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
		if (span_is(name, exact[i]))
			return true;
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		if (span_starts(name, starts[i]))
			return true;
	return false;
}

static void variables(struct arena *a, const struct place *p, struct env *e)
{
	for (size_t i = 0; p->env && p->env[i]; i++) {
		struct span s = span_of(p->env[i]), name;
		struct origin origin = { NULL, 0, NULL };

		if (!span_next(&s, '=', &name) || !s.p)
			continue;
		if (!is_kept(name))
			continue;
		origin.file = arena_span(a, name);
		env_set(a, e, "env", origin.file, arena_span(a, s), origin);
	}
}

static void pip_file(struct arena *a, const struct place *p, struct env *e, const char *path)
{
	struct span text;

	if (path && place_read(a, p, path, FILE_MAX, &text))
		pip_conf_read(a, io_utf8(a, text), path, 1, e);
}

static const char *below(struct arena *a, const char *folder, const char *name)
{
	return folder ? place_join(a, folder, name) : NULL;
}

static const char *config_home(struct arena *a, const struct place *p)
{
	const char *xdg = place_env_set(p, "XDG_CONFIG_HOME");

	return xdg ? xdg : below(a, place_env_set(p, "HOME"), ".config");
}

/* Global, user, site, PIP_CONFIG_FILE, variables: the later ones win. */
static void pip(struct arena *a, const struct place *p, struct env *e)
{
	const char *file = place_env_set(p, "PIP_CONFIG_FILE"), *home = place_env_set(p, "HOME");
	size_t from = e->settings.n;

	if (!file || strcmp(file, "/dev/null") != 0) {
		pip_file(a, p, e, "/etc/xdg/pip/pip.conf");
		pip_file(a, p, e, "/etc/pip.conf");
		if (!file || !place_exists(a, p, file)) {
			pip_file(a, p, e, below(a, home, ".pip/pip.conf"));
			pip_file(a, p, e, below(a, config_home(a, p), "pip/pip.conf"));
		}
		pip_file(a, p, e, below(a, e->prefix, "pip.conf"));
		pip_file(a, p, e, below(a, e->prefix, "pip.ini"));
		pip_file(a, p, e, file);
	}
	pip_conf_variables(a, p, e);
	pip_conf_settle(e, from);
}

static void ld_file(struct arena *a, const struct place *p, struct env *e, const char *path)
{
	struct span text = place_head(a, p, path), line;
	unsigned no = 0;

	while (span_line(&text, &line)) {
		struct origin origin = { path, ++no, NULL };

		line = span_trim(line);
		if (!line.n || line.p[0] != '/')
			continue;
		origin.text = arena_span(a, line);
		env_set(a, e, "ld", "path", origin.text, origin);
	}
}

static void ld(struct arena *a, const struct place *p, struct env *e)
{
	struct strings all = place_list(a, p, "/etc/ld.so.conf.d", "");

	ld_file(a, p, e, "/etc/ld.so.conf");
	for (size_t i = 0; i < all.n && i < 200; i++)
		if (span_ends(span_of(all.v[i]), ".conf"))
			ld_file(a, p, e, place_join(a, "/etc/ld.so.conf.d", all.v[i]));
}

static void toolkits(struct arena *a, const struct place *p, struct env *e)
{
	struct host h = host_new("live");

	live_toolkits(a, p, &h);
	for (size_t i = 0; i < h.toolkits.n; i++)
		ARRAY_ADD(a, e->toolkits) = h.toolkits.v[i];
}

void env_live_settings(struct arena *a, const struct place *p, const struct condarc *defaults,
		       struct condarc *conda, struct env *e)
{
	struct condarc_files files = { 0 };

	variables(a, p, e);
	pip(a, p, e);
	uv_conf_live(a, p, e);
	ld(a, p, e);
	toolkits(a, p, e);
	if (!conda)
		return;
	condarc_find(a, p, e->prefix, &files);
	condarc_merge(a, &files, p, defaults, conda, e);
}
