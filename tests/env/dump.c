/*
 * Prints what the readers of environments found, a fact a line, for scripts:
 * dump [-i|-d] FILE…, or dump --env PREFIX|-, or dump -q … for the numbers alone.
 */
#include <string.h>

#include "os/io.h"
#include "os/variable.h"
#include "read/env/env_live.h"
#include "read/env/env.h"
#include "show/words.h"

static const char *kind_name(enum env_kind k)
{
	static const char *const names[] = {
		[ENV_UNKNOWN] = "unknown", [ENV_VENV] = "venv", [ENV_CONDA] = "conda",
		[ENV_UV] = "uv", [ENV_PIXI] = "pixi", [ENV_SYSTEM] = "system",
		[ENV_PASTED] = "pasted",
	};

	return names[k];
}

static const char *setting_tool_name(enum env_setting_tool t)
{
	static const char *const names[] = {
		[SETTING_PIP] = "pip", [SETTING_UV] = "uv", [SETTING_CONDA] = "conda",
		[SETTING_PIXI] = "pixi", [SETTING_POETRY] = "poetry",
		[SETTING_PROJECT] = "project", [SETTING_ENVIRONMENT] = "environment",
		[SETTING_VARIABLE] = "env", [SETTING_LOADER] = "ld",
	};

	return names[t];
}

static const char *where_name(enum env_where w)
{
	static const char *const names[] = {
		[WHERE_UNKNOWN] = "unknown", [WHERE_WHEEL] = "wheel", [WHERE_TORCH] = "torch",
		[WHERE_PREFIX] = "prefix", [WHERE_PATH] = "LD_LIBRARY_PATH",
		[WHERE_TOOLKIT] = "toolkit", [WHERE_SYSTEM] = "system",
	};

	return names[w];
}

static const char *or_dash(const char *s)
{
	return s ? s : "-";
}

static void packages(const struct env *e)
{
	for (size_t i = 0; i < e->packages.n; i++) {
		const struct env_package *p = &e->packages.v[i];

		printf("package\t%s\t%s\t%s\t%s\t%s\t%s:%u\t%s\t%s%s%s%s%s\n",
		       env_owner_name(p->owner), p->name, or_dash(p->version), or_dash(p->build),
		       or_dash(p->channel), or_dash(p->origin.file), p->origin.line,
		       or_dash(p->url),
		       p->editable ? "editable " : "", p->damaged ? "damaged " : "",
		       p->user_site ? "user " : "",
		       p->system_site ? "system " : "", p->has_record ? "record " : "");
	}
}

static void declared(const struct env *e)
{
	static const char *const kinds[] = { "requirement", "constraint", "spec", "lock" };

	for (size_t i = 0; i < e->declared.n; i++) {
		const struct env_declared *d = &e->declared.v[i];

		printf("declared\t%s\t%s\t%s\t%s\t%s\t%s:%u\t%s\t%s%s\n", kinds[d->kind],
		       or_dash(d->name), or_dash(d->text), or_dash(d->version), or_dash(d->group),
		       or_dash(d->origin.file), d->origin.line, or_dash(d->index),
		       d->parsed ? "parsed " : "", d->editable ? "editable" : "");
	}
}

static void rest(struct arena *a, const struct env *e)
{
	for (size_t i = 0; i < e->settings.n; i++) {
		const struct env_setting *s = &e->settings.v[i];

		printf("setting\t%s\t%s\t%s\t%s\t%s:%u\n", setting_tool_name(s->tool),
		       s->key, s->value,
		       s->effective ? "yes" : "no", s->origin.file, s->origin.line);
	}
	for (size_t i = 0; i < e->libraries.n; i++)
		printf("library\t%s\t%s\t%s\t%s\n", where_name(e->libraries.v[i].where),
		       e->libraries.v[i].stem,
		       or_dash(e->libraries.v[i].version), e->libraries.v[i].path);
	for (size_t i = 0; i < e->leftovers.n; i++)
		printf("leftover\t%s\t%s\n", e->leftovers.v[i].name, e->leftovers.v[i].path);
	for (size_t i = 0; i < e->offers.n; i++)
		printf("offer\t%s\t%s\t%s\t%s\n", e->offers.v[i].name, e->offers.v[i].version,
		       or_dash(e->offers.v[i].build), or_dash(e->offers.v[i].channel));
	for (size_t i = 0; i < e->virtuals.n; i++)
		printf("virtual\t%s\n", e->virtuals.v[i]);
	for (size_t i = 0; i < e->channels.n; i++)
		printf("channel\t%s\n", e->channels.v[i]);
	for (size_t i = 0; i < e->sites.n; i++)
		printf("site\t%s\n", e->sites.v[i]);
	for (size_t i = 0; i < e->problems.n; i++)
		printf("problem\t%s:%u\t%s\n", or_dash(e->problems.v[i].origin.file),
		       e->problems.v[i].origin.line, words_phrase(a, &e->problems.v[i].what));
}

static void print(struct arena *a, const struct env *e, bool quiet)
{
	printf("env\t%s\t%s\t%s\t%s\t%s\t%s\t%zu packages\t%zu declared\n", kind_name(e->kind),
	       or_dash(text_formats_text(a, &e->formats)), or_dash(e->prefix), or_dash(e->why),
	       or_dash(e->python_full), or_dash(e->platform), e->packages.n, e->declared.n);
	if (quiet)
		return;
	packages(e);
	declared(e);
	rest(a, e);
}

static int live(struct arena *a, const char *prefix, bool quiet)
{
	struct place p = place_here(os_variables());
	struct condarc defaults = { .show_channel_urls = TRI_UNKNOWN, .offline = TRI_UNKNOWN,
				    .override_channels_enabled = TRI_UNKNOWN }, conda;
	struct env env;
	struct err e = { 0 };

	if (read_env_live(a, &p, strcmp(prefix, "-") ? prefix : NULL, &env, &e)) {
		fprintf(stderr, "%s\n", words_err(a, &e));
		return 3;
	}
	env_live_settings(a, &p, &defaults, &conda, &env);
	print(a, &env, quiet);
	return 0;
}

static int text(struct arena *a, const char *path, enum env_as as, bool quiet)
{
	static const struct place here = { .root = "" };
	struct envs envs = { 0 };
	struct err e = { 0 };
	struct span s;

	if (io_read(a, path, IO_MAX, &s, &e) || read_envs(a, path, s, as, &here, &envs, &e)) {
		fprintf(stderr, "%s\n", words_err(a, &e));
		return 3;
	}
	for (size_t i = 0; i < envs.n; i++)
		print(a, &envs.v[i], quiet);
	return 0;
}

int main(int argc, char **argv)
{
	ARENA_AUTO a = { 0 };
	enum env_as as = ENV_AS_ANY;
	bool quiet = false;
	int rc = 0;

	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "-q") == 0)
			quiet = true;
		else if (strcmp(argv[i], "-i") == 0)
			as = ENV_AS_INSTALLED;
		else if (strcmp(argv[i], "-d") == 0)
			as = ENV_AS_DECLARED;
		else if (strcmp(argv[i], "--env") == 0 && i + 1 < argc)
			rc |= live(&a, argv[++i], quiet);
		else
			rc |= text(&a, argv[i], as, quiet);
	}
	return rc;
}
