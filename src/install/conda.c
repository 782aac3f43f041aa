/* conda, mamba and micromamba take the same words. */
#include "install/install_private.h"

/* The channels that are named are the only ones. */
static void specs(struct argv *to, const struct step *s)
{
	if (s->channels.n)
		argv_add(to, "--override-channels", NULL);
	argv_options(to, "-c", &s->channels);
	argv_all(to, &s->specs);
}

static void create(struct argv *to, const struct step *s)
{
	argv_add(to, installer_name(s->by), "create", "-n", ENV_NAME, NULL);
	specs(to, s);
}

static void discard(struct argv *to, const struct step *s)
{
	argv_add(to, installer_name(s->by), "env", "remove", "-n", ENV_NAME, NULL);
}

static void install(struct argv *to, const struct step *s)
{
	argv_add(to, installer_name(s->by), "install", NULL);
	argv_option(to, "-p", s->place->prefix);
	specs(to, s);
}

static void uninstall(struct argv *to, const struct step *s)
{
	argv_add(to, installer_name(s->by), "remove", NULL);
	argv_option(to, "-p", s->place->prefix);
	argv_all(to, &s->specs);
}

const struct install_writer install_conda = { {
	[STEP_CREATE] = create,
	[STEP_DISCARD] = discard,
	[STEP_INSTALL] = install,
	[STEP_REMOVE] = uninstall,
} };
