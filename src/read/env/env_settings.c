/* Settings that decide, of a live machine and in the exports of a shell: variables, ld.so, and the
 * configuration of pip, uv and conda by their own readers. */
#include <string.h>

#include "read/env/condarc_private.h"
#include "read/env/env_live.h"
#include "read/env/env_private.h"
#include "read/host/live.h"

/*
 * Variables that decide what is installed or loaded. On a live machine PIP_, UV_ and CONDA_ ones
 * have readers of their own.
 */
static const struct {
	const char *name;
	bool begins;           /* every name that begins so */
	bool pasted;           /* looked for in a text alone */
} variables[] = {
	{ "PATH", false, false },
	{ "LD_LIBRARY_PATH", false, false },
	{ "LIBRARY_PATH", false, false },
	{ "LD_PRELOAD", false, false },
	{ "PYTHONPATH", false, false },
	{ "PYTHONHOME", false, false },
	{ "PYTHONNOUSERSITE", false, false },
	{ "VIRTUAL_ENV", false, false },
	{ "TORCH_CUDA_ARCH_LIST", false, false },
	{ "FORCE_CUDA", false, false },
	{ "CONDA_PREFIX", false, false },
	{ "CONDA_DEFAULT_ENV", false, false },
	{ "CONDA_SHLVL", false, false },
	{ "CUDACXX", false, false },
	{ "CUDA_", true, false },
	{ "CONDA_OVERRIDE_", true, false },
	{ "NVIDIA_", true, false },
	{ "CUDNN", true, false },
	{ "NCCL_", true, false },
	{ "CUDACXX", true, true },
	{ "CONDA_", true, true },
	{ "PIP_", true, true },
	{ "UV_", true, true },
	{ "MAMBA_", true, true },
};

static bool decides(struct span name, bool pasted)
{
	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *have = variables[i].name;

		if ((pasted || !variables[i].pasted) &&
		    (variables[i].begins ? span_starts(name, have) : span_is(name, have)))
			return true;
	}
	return false;
}

static void ld_file(struct arena *a, const struct place *p, struct env *e, const char *path)
{
	struct span text = place_head(a, p, path), line;
	unsigned no = 0;

	while (span_line(&text, &line)) {
		struct origin origin = { .file = path, .line = ++no };

		line = span_trim(line);
		if (!line.n || line.p[0] != '/')
			continue;
		origin.text = arena_span(a, line);
		env_set(a, e, SETTING_LOADER, "path", origin.text, origin);
	}
}

static void add_toolkits(struct arena *a, const struct place *p, struct env *e)
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
	struct span name, value;

	for (size_t i = 0; !p->elsewhere && env_variable_next(p, &i, "", &name, &value);)
		if (decides(name, false))
			env_set(a, e, SETTING_VARIABLE, arena_span(a, name), arena_span(a, value),
				(struct origin){ .file = arena_span(a, name) });
	pip_conf_live(a, p, e);
	uv_conf_live(a, p, e);
	if (!p->elsewhere) {
		struct strings all = place_list(a, p, "/etc/ld.so.conf.d", "");

		ld_file(a, p, e, "/etc/ld.so.conf");
		for (size_t k = 0; k < all.n && k < 200; k++)
			if (span_ends(span_of(all.v[k]), ".conf"))
				ld_file(a, p, e, place_join(a, "/etc/ld.so.conf.d", all.v[k]));
		add_toolkits(a, p, e);
	}
	if (!conda)
		return;
	condarc_find(a, p, e->prefix, &files);
	condarc_merge(a, &files, p, defaults, conda, e);
}

/* --- in a text: the exports of a shell ------------------------------------------------ */

/* "export NAME=value", "setenv NAME value", "set NAME=value", "$env:NAME = value", "NAME=value" */
static bool split_export(struct span s, struct span *name, struct span *value)
{
	bool c_shell;

	s = span_trim(s);
	c_shell = span_take(&s, "setenv ");
	if (!c_shell && !span_take(&s, "export ") && !span_take(&s, "set ") &&
	    !span_take(&s, "ENV "))
		span_take(&s, "$env:");
	s = span_trim(s);
	if (!span_next(&s, c_shell ? ' ' : '=', name) || !s.p)
		return false;
	*name = span_trim(*name);
	*value = span_trim(s);
	return !ANY(x, LIST(name->p, name->n), !ascii_alnum(*x) && *x != '_') && name->n &&
		decides(*name, true) && !span_starts(*value, "=");
}

static bool exports_begin(const struct env_text *t, size_t i)
{
	struct span name, value;

	return split_export(t->v[i].s, &name, &value);
}

/* A value that names its own variable adds to the one before. */
static void cover_earlier(struct arena *a, struct env *to, const char *name, struct span value)
{
	const char *dollar = arena_printf(a, "$%s", name), *braces = arena_printf(a, "${%s", name);

	if (span_find(value, dollar) >= 0 || span_find(value, braces) >= 0)
		return;
	for (size_t i = 0; i < to->settings.n; i++)
		if (to->settings.v[i].tool == SETTING_VARIABLE &&
		    strcmp(to->settings.v[i].key, name) == 0)
			to->settings.v[i].effective = false;
}

/* PIP_ and UV_ variables are settings of pip and uv. */
static void set_exported(const struct env_text *t, size_t i, struct span name, struct span value,
			 struct env *to)
{
	const char *text = arena_span(t->a, value);
	bool pip = span_take(&name, "PIP_"), uv = !pip && span_take(&name, "UV_");

	if (pip || uv)
		env_set(t->a, to, pip ? SETTING_PIP : SETTING_UV,
			env_variable_key(t->a, name), text, env_origin(t, i));
	else
		env_set(t->a, to, SETTING_VARIABLE, arena_span(t->a, name), text, env_origin(t, i));
}

enum { EXPORTS_MAX = 1000 };

static size_t exports_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span name, value;
	const char *key;

	if (to->settings.n >= EXPORTS_MAX || !split_export(t->v[i].s, &name, &value))
		return i + 1;
	key = arena_span(t->a, name);
	value = env_expand(t, i, env_unquoted(value), name);
	cover_earlier(t->a, to, key, value);
	set_exported(t, i, name, value, to);
	return i + 1;
}

const struct env_format env_exports = { .begins = exports_begin, .read = exports_read };
