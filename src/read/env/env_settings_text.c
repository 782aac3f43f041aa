/* Settings in a text: a pip.conf, and the exports of a shell. */
#include <string.h>

#include "read/env/env_format.h"
#include "read/env/pip_conf.h"

static bool ini_begins(const struct env_text *t, size_t i)
{
	struct span s = t->v[i].s;

	return span_is(s, "[global]") || span_is(s, "[install]") || span_is(s, "[download]");
}

static size_t ini_read(const struct env_text *t, size_t i, struct env *to)
{
	size_t end = i + 1, from = to->settings.n;

	while (end < t->n && !span_starts(t->v[end].s, "```") && !span_starts(t->v[end].s, "$ "))
		end++;
	pip_conf_read(t->a, env_block(t, i, end), t->file, t->v[i].no, to);
	pip_conf_settle(to, from);
	return end;
}

const struct env_format env_ini = { "pip.conf", ini_begins, ini_read };

/* Variables that decide what is installed or loaded. */
static bool matters(struct span name)
{
	static const char *const exact[] = {
		"PATH", "LD_LIBRARY_PATH", "LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME",
		"PYTHONNOUSERSITE", "VIRTUAL_ENV", "TORCH_CUDA_ARCH_LIST", "FORCE_CUDA", NULL,
	};
	static const char *const starts[] = {
		"CUDA_", "CUDACXX", "CONDA_", "PIP_", "UV_", "MAMBA_", "NVIDIA_",
		"CUDNN", "NCCL_", NULL,
	};

	for (const char *const *p = exact; *p; p++)
		if (span_is(name, *p))
			return true;
	for (const char *const *p = starts; *p; p++)
		if (span_starts(name, *p))
			return true;
	return false;
}

/* "export NAME=value", "setenv NAME value", "set NAME=value", "$env:NAME = value", "NAME=value" */
static bool split(struct span s, struct span *name, struct span *value)
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
	for (size_t i = 0; i < name->n; i++)
		if (!ascii_alnum(name->p[i]) && name->p[i] != '_')
			return false;
	return name->n && matters(*name) && !span_starts(*value, "=");
}

static bool exports_begin(const struct env_text *t, size_t i)
{
	struct span name, value;

	return split(t->v[i].s, &name, &value);
}

static struct span unquote(struct span v)
{
	if (v.n > 1 && (v.p[0] == '"' || v.p[0] == '\'') && v.p[v.n - 1] == v.p[0])
		return span_sub(v, 1, v.n - 2);
	return v;
}

/* A value that names its own variable adds to the one before. */
static void cover(struct arena *a, struct env *to, const char *name, struct span value)
{
	const char *dollar = arena_printf(a, "$%s", name), *braces = arena_printf(a, "${%s", name);

	if (span_find(value, dollar) >= 0 || span_find(value, braces) >= 0)
		return;
	for (size_t i = 0; i < to->settings.n; i++)
		if (strcmp(to->settings.v[i].tool, "env") == 0 &&
		    strcmp(to->settings.v[i].key, name) == 0)
			to->settings.v[i].effective = false;
}

const char *env_variable_key(struct arena *a, struct span name)
{
	char *key = arena_span(a, name);

	for (char *p = key; *p; p++)
		*p = *p == '_' ? '-' : ascii_lower(*p);
	return key;
}

/* PIP_ and UV_ variables are settings of pip and uv. */
static void set(const struct env_text *t, size_t i, struct span name, struct span value,
		struct env *to)
{
	const char *text = arena_span(t->a, value);
	bool pip = span_take(&name, "PIP_"), uv = !pip && span_take(&name, "UV_");

	if (pip || uv)
		env_set(t->a, to, pip ? "pip" : "uv", env_variable_key(t->a, name), text,
			env_origin(t, i));
	else
		env_set(t->a, to, "env", arena_span(t->a, name), text, env_origin(t, i));
}

enum { EXPORTS_MAX = 1000 };

static size_t exports_read(const struct env_text *t, size_t i, struct env *to)
{
	struct span name, value;
	const char *key;

	if (to->settings.n >= EXPORTS_MAX || !split(t->v[i].s, &name, &value))
		return i + 1;
	key = arena_span(t->a, name);
	value = unquote(value);
	cover(t->a, to, key, value);
	set(t, i, name, value, to);
	return i + 1;
}

const struct env_format env_exports = { "exports of a shell", exports_begin, exports_read };
