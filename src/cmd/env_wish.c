#include "cmd/env_wish.h"

#include "cmd/envs.h"
#include "check/checkup.h"
#include "check/declared.h"

static bool is_installed(const struct env *env)
{
	return env->packages.n || env->prefix;
}

/* Where the commands go: the environment that was given is the one to install into. */
static void stand(const struct checkup *k, struct wish *wish, struct ground *g)
{
	bool conda = k->installer == INSTALLER_CONDA || k->env->kind == ENV_CONDA;

	if (!is_installed(k->env))
		return;
	if (wish->n_installers == 0)
		wish->installers[wish->n_installers++] =
			k->installer == INSTALLER_CONDA ? k->conda : k->installer;
	g->here = true;
	g->into = k->env;
	g->stand = conda ? STAND_CONDA : STAND_VENV;
	g->python = k->python.major ? k->python : wish->python;
}

/* "req.txt:3, req.txt:1: " */
static const char *places(struct run *r, const struct found *f)
{
	const char *text = "";

	for (size_t i = 0; i < f->evidence.n; i++) {
		const struct origin *o = &f->evidence.v[i];

		if (o->file && o->line)
			text = arena_printf(r->arena, "%s%s%s:%u", text, *text ? ", " : "",
					    o->file, o->line);
	}
	return *text ? arena_printf(r->arena, "%s: ", text) : text;
}

static void tell(struct run *r, const struct checkup *k)
{
	char name[8];

	for (size_t i = 0; i < k->found.n; i++) {
		const struct found *f = &k->found.v[i];

		cmd_warn(r, "%s%s [%s]", places(r, f), f->cause, finding_name(f->code, name));
	}
}

static int take(struct run *r, struct matrix *m, const struct hosts *hosts, struct catalogue *c,
		const struct env *env, struct wish *wish, struct ground *ground, struct err *e)
{
	struct shelf shelf;
	struct checkup k;
	int rc = shelf_read(m, r->arena, NULL, &shelf, e);

	if (rc)
		return rc;
	k = checkup_make(r->arena, c, &shelf, env, hosts);
	if (wish->python.major == 0)
		wish->python = k.python.major ? k.python : declared_python(r->arena, env);
	declared_wish(r->arena, env, wish->python, k.platform, wish);
	stand(&k, wish, ground);
	checkup_requirements(&k);
	tell(r, &k);
	return 0;
}

int cmd_env_wish(struct run *r, struct matrix *m, const struct hosts *hosts, struct catalogue *c,
		 struct wish *wish, struct ground *ground, struct err *e)
{
	struct strings none = { 0 };
	struct envs envs;
	int rc = 0;

	if (!cmd_env_given(r->o) && !r->o->env)
		return 0;
	rc = cmd_envs(r, &none, &envs, e);
	for (size_t i = 0; rc == 0 && i < envs.n && i < 1; i++)
		rc = take(r, m, hosts, c, &envs.v[i], wish, ground, e);
	return rc;
}
