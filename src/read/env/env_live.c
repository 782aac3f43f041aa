/* Which environment it is, and what kind. */
#include "read/env/env_live.h"

#include <string.h>

#include "fact/err_phrase.h"
#include "fact/platform.h"
#include "read/env/env_private.h"
#include "read/host/live.h"

static bool same_folder(struct arena *a, const struct place *p, const char *x, const char *y)
{
	const char *rx = x ? place_real(a, p, x) : NULL, *ry = y ? place_real(a, p, y) : NULL;

	return rx && ry && strcmp(rx, ry) == 0;
}

/* "/opt/env/bin/python" -> "/opt/env" */
static const char *prefix_of(struct arena *a, const char *program)
{
	struct span s = span_of(program);
	ptrdiff_t slash = span_rfind_char(s, '/');

	s = span_sub(s, 0, slash > 0 ? (size_t)slash : 0);
	return span_ends(s, "/bin") ? arena_span(a, span_sub(s, 0, s.n - 4)) : NULL;
}

struct choice {
	const char *prefix, *why;
};

static const char *variable(struct arena *a, const struct place *p, const char *name)
{
	const char *value = place_env_set(p, name);

	return value && live_is_environment(a, p, value) ? value : NULL;
}

static struct choice choose_prefix(struct arena *a, const struct place *p)
{
	const char *program = live_python_program(a, p);
	const char *path = program ? prefix_of(a, program) : NULL;
	const char *conda = variable(a, p, "CONDA_PREFIX"), *venv = variable(a, p, "VIRTUAL_ENV");

	if (conda && (same_folder(a, p, conda, path) || !venv) &&
	    (!path || !live_is_environment(a, p, path) || same_folder(a, p, conda, path)))
		return (struct choice){ conda, "CONDA_PREFIX" };
	if (venv && (!path || !live_is_environment(a, p, path) || same_folder(a, p, venv, path)))
		return (struct choice){ venv, "VIRTUAL_ENV" };
	if (path)
		return (struct choice){ path, arena_printf(a, "%s is the first python on PATH",
							   program) };
	return (struct choice){ conda, "CONDA_PREFIX" };
}

static void take_cfg(struct arena *a, struct env *e, struct span key, struct span v)
{
	if (span_is(key, "home"))
		e->base = arena_span(a, v);
	else if (span_is(key, "include-system-site-packages"))
		e->system_site = span_eq_nocase(v, SPAN("true")) ? TRI_YES : TRI_NO;
	else if (span_is(key, "uv"))
		e->kind = ENV_UV;
	else if (span_is(key, "version") || span_is(key, "version_info"))
		e->python_full = arena_span(a, v);
}

static bool read_cfg(struct arena *a, const struct place *p, struct env *e)
{
	struct span s, line, key;

	if (!place_read(a, p, place_join(a, e->prefix, "pyvenv.cfg"), 65536, &s))
		return false;
	e->kind = ENV_VENV;
	while (span_line(&s, &line))
		if (span_next(&line, '=', &key) && line.p)
			take_cfg(a, e, span_trim(key), span_trim(line));
	return true;
}

/* Whose lock it is that lies beside an environment. */
static const struct {
	const char *file;
	enum installer keeper;
} locks[] = {
	{ "uv.lock", INSTALLER_UV }, { "poetry.lock", INSTALLER_POETRY },
	{ "pdm.lock", INSTALLER_PDM },
};

/* A venv beside a lock, an environment below a workspace. */
static void find_project(struct arena *a, const struct place *p, struct env *e)
{
	struct span s = span_of(e->prefix);
	ptrdiff_t at = span_find(s, "/.pixi/envs/"), slash = span_rfind_char(s, '/');
	const char *folder = slash > 0 ? arena_span(a, span_sub(s, 0, (size_t)slash)) : ".";

	if (e->kind == ENV_PIXI && at > 0)
		e->project = arena_span(a, span_sub(s, 0, (size_t)at));
	for (size_t i = 0; (e->kind == ENV_UV || e->kind == ENV_VENV) && !e->kept &&
	     i < sizeof locks / sizeof *locks; i++) {
		if (!place_exists(a, p, place_join(a, folder, locks[i].file)))
			continue;
		e->project = folder;
		env_kept_by(e, locks[i].keeper);
	}
}

/* "/opt/env/lib/python3.11/site-packages" is the folder of packages of "/opt/env". */
static const char *above_packages(struct arena *a, const char *prefix)
{
	struct span s = span_of(prefix);
	ptrdiff_t at = span_find(s, "/lib/python3.");

	if (at < 0)
		at = span_find(s, "/Lib/site-packages");
	return at > 0 && (span_ends(s, "/site-packages") || span_ends(s, "/dist-packages")) ?
		arena_span(a, span_sub(s, 0, (size_t)at)) : prefix;
}

static bool holds_packages(struct arena *a, const struct place *p, const char *folder)
{
	struct strings all = place_list(a, p, folder, "");

	return ANY(x, all, span_ends(span_of(*x), ".dist-info"));
}

static const char *without_end(struct arena *a, const char *prefix)
{
	struct span s = span_of(prefix);

	while (s.n > 1 && s.p[s.n - 1] == '/')
		s.n--;
	return arena_span(a, s);
}

static void find_name(struct arena *a, struct env *e)
{
	struct span s = span_of(e->prefix);
	ptrdiff_t at = span_find(s, "/envs/");

	if ((e->kind == ENV_CONDA || e->kind == ENV_PIXI) && at > 0)
		e->name = arena_span(a, span_from(s, (size_t)at + 6));
}

/* A prefix of another machine says by the wheel of its torch what that is. */
static const char *platform_of(const struct env *e)
{
	static const struct {
		const char *end, *platform;
	} tags[] = { { "win_amd64", PLATFORM_WINDOWS }, { "aarch64", PLATFORM_LINUX_ARM },
		     { "x86_64", PLATFORM_LINUX } };

	EACH(const struct env_package, p, e->packages) {
		for (size_t t = 0; p->tag && strcmp(p->name, "torch") == 0 && t < 3; t++)
			if (span_ends(span_of(p->tag), tags[t].end) && !strstr(p->tag, "macosx"))
				return tags[t].platform;
	}
	return NULL;
}

int read_env_live(struct arena *a, const struct place *p, const char *prefix, struct env *ret,
		  struct err *e)
{
	struct choice c = prefix ? (struct choice){ prefix, "--env" } : choose_prefix(a, p);
	const struct env_package *torch;

	if (!c.prefix)
		return err_set(e, ERR_NONE, "no environment is active, and no python on PATH");
	*ret = env_new("live");
	ret->prefix = above_packages(a, without_end(a, c.prefix));
	ret->why = c.why;
	ret->named = prefix != NULL;
	if (!read_cfg(a, p, ret)) {
		if (place_exists(a, p, place_join(a, ret->prefix, "conda-meta/pixi")) ||
		    strstr(ret->prefix, "/.pixi/envs/"))
			ret->kind = ENV_PIXI;
		else if (place_exists(a, p, place_join(a, ret->prefix, "conda-meta")))
			ret->kind = ENV_CONDA;
		else
			ret->kind = ENV_SYSTEM;
	}
	if (prefix && ret->kind == ENV_SYSTEM &&
	    !(place_list(a, p, place_join(a, ret->prefix, "lib"), "python").n > 0 ||
	      place_exists(a, p, place_join(a, ret->prefix, "Lib/site-packages"))))
		return holds_packages(a, p, ret->prefix) ?
			ERR_SAY(e, ERR_INPUT, PACKAGES_ALONE, SAY(file, prefix)) :
			ERR_SAY(e, ERR_INPUT, NO_ENVIRONMENT_IN, SAY(file, prefix));
	find_name(a, ret);
	find_project(a, p, ret);
	ret->python = live_python_version(a, p, ret->prefix);
	env_live_meta(a, p, ret);
	env_live_sites(a, p, ret);
	/* Poetry keeps environments in a folder of its own: what it installed says so. */
	torch = env_find(ret, "torch");
	if (torch && torch->installer && !torch->user_site && !torch->system_site) {
		if (strncmp(torch->installer, "Poetry", 6) == 0)
			env_kept_by(ret, INSTALLER_POETRY);
		else if (strcmp(torch->installer, "pdm") == 0)
			env_kept_by(ret, INSTALLER_PDM);
	}
	if (!ret->platform)
		ret->platform = platform_of(ret);
	env_live_libraries(a, p, ret);
	env_live_versions(a, p, ret);
	env_live_needs(a, p, ret);
	return 0;
}
