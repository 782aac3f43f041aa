/* Which environments a run is about: what options and arguments name, or the active one. */
#include "cmd/envs_private.h"

#include <string.h>

#include "check/selected.h"
#include "cmd/extensions_private.h"
#include "cmd/hosts_private.h"
#include "os/variable.h"
#include "read/env/env_live.h"

bool cmd_env_given(const struct options *o)
{
	return o->pip_list.n || o->conda_list.n || o->requirement.n || o->file.n;
}

/* What was read once is not read again: it may have been edited since. */
static struct place place_of(const struct run *r)
{
	struct place place = place_here(os_variables());

	place.texts = r->inputs.v;
	place.n_texts = r->inputs.n;
	return place;
}

int cmd_env_file(struct run *r, const char *path, enum env_as as, struct envs *to, struct err *e)
{
	struct place place = place_of(r);
	struct span s;
	int rc = cmd_input(r, path, &s, e);

	return rc ? rc : read_envs(r->arena, cmd_input_name(path), s, as, &place, to, e);
}

static int read_all(struct run *r, const struct strings *files, enum env_as as, struct envs *to,
		    struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < files->n; i++)
		rc = cmd_env_file(r, files->v[i], as, to, e);
	return rc;
}

/* A collect_env names packages too; other facts of machines do not. */
static void read_hosts_too(struct run *r, struct envs *to)
{
	struct err e;

	for (size_t i = 0; i < r->o->host.n; i++)
		(void)cmd_env_file(r, r->o->host.v[i], ENV_AS_INSTALLED, to, &e);
}

static bool is_same(const struct env *a, const struct env *b)
{
	if (a->prefix && b->prefix)
		return strcmp(a->prefix, b->prefix) == 0;
	return a->packages.n == 0 || b->packages.n == 0 || strcmp(a->source, b->source) != 0;
}

static struct env *add(struct arena *a, struct envs *to)
{
	arena_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
	return &to->v[to->n++];
}

static int read_live_env(struct run *r, struct envs *to, struct err *e)
{
	struct place place = place_of(r);
	const struct condarc defaults = { .show_channel_urls = TRI_UNKNOWN, .offline = TRI_UNKNOWN,
					  .override_channels_enabled = TRI_UNKNOWN };
	struct condarc conda;
	struct env env = env_new("live");
	int rc;

	place.elsewhere = cmd_host_given(r->o);
	rc = read_env_live(r->arena, &place, r->o->env, &env, e);
	if (rc == ERR_NONE)
		env_problem(r->arena, &env, (struct origin){ 0 },
			    PHRASE(r->arena, NO_ENVIRONMENT));
	else if (rc)
		return rc;
	env_live_settings(r->arena, &place, &defaults, &conda, &env);
	*add(r->arena, to) = env;
	return 0;
}

static int read_given(struct run *r, const struct strings *files, struct envs *to, struct err *e)
{
	int rc = read_all(r, &r->o->conda_list, ENV_AS_INSTALLED, to, e);

	if (rc == 0)
		rc = read_all(r, &r->o->pip_list, ENV_AS_INSTALLED, to, e);
	if (rc == 0)
		rc = read_all(r, files, ENV_AS_ANY, to, e);
	return rc;
}

static int read_declared(struct run *r, struct envs *to, struct err *e)
{
	int rc = read_all(r, &r->o->requirement, ENV_AS_DECLARED, to, e);

	return rc ? rc : read_all(r, &r->o->file, ENV_AS_DECLARED, to, e);
}

int cmd_envs(struct run *r, const struct strings *files, struct envs *ret, struct err *e)
{
	struct envs all = { 0 }, wanted = { 0 };
	int rc = read_given(r, files, &all, e);
	size_t n = 0;

	if (rc == 0)
		rc = read_declared(r, &wanted, e);
	if (rc)
		return rc;
	read_hosts_too(r, &all);
	if (r->o->env || (all.n == 0 && wanted.n == 0 && !cmd_host_given(r->o)))
		rc = read_live_env(r, &all, e);
	if (rc)
		return rc;
	/* Lists that were printed of one environment by two programs. */
	for (size_t k = 0; k < all.n; k++) {
		if (n && is_same(&all.v[n - 1], &all.v[k]))
			env_join(r->arena, &all.v[n - 1], &all.v[k]);
		else
			all.v[n++] = all.v[k];
	}
	all.n = n;
	if (all.n == 0)
		*add(r->arena, &all) = env_new(wanted.n ? NULL : "none");
	for (size_t i = 0; i < all.n; i++)
		for (size_t w = 0; w < wanted.n; w++)
			env_join(r->arena, &all.v[i], &wanted.v[w]);
	*ret = all;
	return 0;
}

/* The machine whose platform only the list of its packages tells. */
static const struct hosts *with_platform(struct arena *a, const struct hosts *hosts,
					 const char *platform)
{
	struct hosts *own;

	if (hosts->n == 0 || hosts->v[0].platform || !platform)
		return hosts;
	own = arena_new(a, struct hosts);
	own->n = own->room = hosts->n;
	own->v = arena_array(a, hosts->n, sizeof *own->v);
	memcpy(own->v, hosts->v, hosts->n * sizeof *own->v);
	own->v[0].platform = platform;
	return own;
}

/* The Python that is named takes the place of those that files and machine have. */
static int take_python(const struct judging *j, const struct env **env, struct err *e)
{
	const char *text = j->run->o->python;
	struct python python;
	struct env *own;

	if (!text)
		return 0;
	if (!python_parse(span_of(text), &python)) {
		err_set(e, ERR_USAGE, "not a Python version: %s", text);
		return ERR_USAGE;
	}
	own = arena_new(j->run->arena, struct env);
	*own = **env;
	own->python = text;
	*env = own;
	return 0;
}

/* What the picks of the files are made from. */
static int take_stock(const struct judging *j, struct checkup *k, struct shelf *shelf,
		      struct err *e)
{
	const struct strings *installers = &j->run->o->installer;
	enum installer *named = arena_new(k->arena, enum installer);

	k->python_given = j->run->o->python != NULL;
	if (installers->n && installer_parse(span_of(installers->v[0]), named))
		k->as = named;
	return k->env->declared.n ? catalogue_stock(j->c, k->platform, &shelf->stock, e) : 0;
}

/* The environment as it is judged, with what it is held against. */
static int prepare(const struct judging *j, const struct env *env, struct checkup *ret,
		   struct err *e)
{
	struct arena *a = j->run->arena;
	const struct strings *installers = &j->run->o->installer;
	const char *platform = checkup_platform(env, j->hosts->n ? &j->hosts->v[0] : NULL);
	struct shelf *shelf = arena_new(a, struct shelf);
	int rc = catalogue_platform(j->c, platform, e);

	if (rc)
		return rc;
	env = selected_env(a, j->c, env, j->hosts->n ? &j->hosts->v[0] : NULL, platform);
	rc = take_python(j, &env, e);
	if (rc)
		return rc;
	*ret = checkup_make(a, j->c, shelf, env, with_platform(a, j->hosts, env->platform));
	rc = shelf_read(j->c->matrix, a, ret->here.version ? ret->here.version :
			checkup_asked_release(a, env), env->declared.n || env->images.n, shelf, e);
	if (rc == 0)
		rc = take_stock(j, ret, shelf, e);
	if (rc == 0 && env->declared.n) {
		struct wish *beside = arena_new(a, struct wish);

		ret->beside = beside;
		rc = extensions_of_lines(j->run, j->c->matrix, ret, beside, e);
	}
	for (size_t i = 0; rc == 0 && i < installers->n; i++) {
		enum installer words;

		if (installer_parse(span_of(installers->v[i]), &words))
			checkup_words(ret, words);
	}
	return rc;
}

int cmd_judge(const struct judging *j, const struct env *env, struct checkup *ret, struct err *e)
{
	int rc = prepare(j, env, ret, e);

	if (rc == 0)
		checkup_run(ret);
	return rc;
}

int cmd_picks(const struct judging *j, const struct env *env, struct picks *ret, struct err *e)
{
	struct checkup k;
	int rc = prepare(j, env, &k, e);

	if (rc)
		return rc;
	checkup_picks(&k);
	*ret = k.picks;
	return 0;
}
