/* Settings of the machine and the user: variables, configuration of pip, uv and conda, ld.so. */
#include <string.h>

#include "base/io.h"
#include "read/env/condarc.h"
#include "read/env/env_format.h"
#include "read/env/env_live.h"
#include "read/host/live.h"
#include "read/env/pip_conf.h"
#include "read/env/toml.h"

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

/* Those of uv (`of_uv`), which come behind its files, or the others. */
static void variables(struct arena *a, const struct place *p, bool of_uv, struct env *e)
{
	for (size_t i = 0; p->env && p->env[i]; i++) {
		struct span s = span_of(p->env[i]), name;
		struct origin origin = { NULL, 0, NULL };

		if (!span_next(&s, '=', &name) || !s.p)
			continue;
		if (of_uv ? !span_starts(name, "UV_") : !is_kept(name))
			continue;
		origin.file = arena_span(a, name);
		if (!of_uv)
			env_set(a, e, "env", origin.file, arena_span(a, s), origin);
		else
			env_set(a, e, "uv", env_variable_key(a, span_from(name, 3)),
				arena_span(a, s), origin);
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
		if (!file) {
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

static void uv_file(struct arena *a, const struct place *p, struct env *e, const char *path)
{
	struct env_tree t = { a, path, 1, ENV_AS_DECLARED, NULL, e };
	struct tree *root = NULL;
	struct span text;
	struct err err;

	if (!path || !place_read(a, p, path, FILE_MAX, &text))
		return;
	if (toml_parse(a, io_utf8(a, text), &root, &err))
		env_problem(a, e, (struct origin){ path, 0, NULL }, "%s", err.text);
	if (root)
		env_read_uv(&t, root);
}

static bool is_same_file(const struct env_setting *x, const struct env_setting *y)
{
	return x->origin.file && y->origin.file && strcmp(x->origin.file, y->origin.file) == 0;
}

/* A later file or variable covers one value; lists of all files add up. */
static void uv_settle(struct env *e, size_t from)
{
	static const char *const lists[] = { "index", "extra-index-url", "find-links" };

	for (size_t i = from; i < e->settings.n; i++) {
		struct env_setting *s = &e->settings.v[i];
		bool list = false;

		for (size_t n = 0; n < sizeof lists / sizeof *lists; n++)
			list = list || strcmp(s->key, lists[n]) == 0;
		for (size_t k = i + 1; !list && k < e->settings.n; k++)
			if (strcmp(e->settings.v[k].tool, "uv") == 0 &&
			    strcmp(e->settings.v[k].key, s->key) == 0 &&
			    !is_same_file(s, &e->settings.v[k]))
				s->effective = false;
	}
}

/* System, user, then the variables; UV_CONFIG_FILE stands for both files. */
static void uv(struct arena *a, const struct place *p, struct env *e)
{
	const char *file = place_env_set(p, "UV_CONFIG_FILE");
	size_t from = e->settings.n;

	if (file) {
		uv_file(a, p, e, file);
	} else if (!place_env_set(p, "UV_NO_CONFIG")) {
		uv_file(a, p, e, "/etc/uv/uv.toml");
		uv_file(a, p, e, below(a, config_home(a, p), "uv/uv.toml"));
	}
	variables(a, p, true, e);
	uv_settle(e, from);
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

	variables(a, p, false, e);
	pip(a, p, e);
	uv(a, p, e);
	ld(a, p, e);
	toolkits(a, p, e);
	if (!conda)
		return;
	condarc_find(a, p, e->prefix, &files);
	condarc_merge(a, &files, p, defaults, conda, e);
}
