/* What every check needs to know of an environment before it begins. */
#include "check/checkup.h"
#include "check/declared.h"
#include "fact/platform.h"

const char *checkup_platform(const struct env *env, const struct host *h)
{
	if (h && h->platform)
		return h->platform;
	return env->platform ? env->platform : PLATFORM_LINUX;
}

/* Who installed the torch that is to be changed. */
static enum installer owner(const struct env *env, const struct installed *here)
{
	if (here->torch && here->torch == here->conda)
		return INSTALLER_CONDA;
	if (!here->torch && env->kind == ENV_CONDA && env->packages.n == 0)
		return INSTALLER_CONDA;
	return env->kind == ENV_UV || (here->torch && here->torch->owner == OWNER_UV) ?
		INSTALLER_UV : INSTALLER_PIP;
}

static enum installer conda_tool(const struct env *env)
{
	if (env->kind == ENV_PIXI || (env->kept && env->keeper == INSTALLER_PIXI))
		return INSTALLER_PIXI;
	return env->tool_known ? env->tool : installer_usual(MANAGER_CONDA);
}

void checkup_words(struct checkup *k, enum installer i)
{
	k->by_project &= installer_manager(i) == MANAGER_CONDA || i == k->env->keeper;
	if (installer_manager(i) == MANAGER_CONDA)
		k->conda = i;
	else if (installer_manager(k->installer) == MANAGER_PIP)
		k->installer = i;
}

struct checkup checkup_make(struct arena *a, const struct catalogue *c, const struct shelf *shelf,
			    const struct env *env, const struct hosts *hosts)
{
	struct checkup k = {
		.arena = a, .c = c, .shelf = shelf, .env = env, .hosts = hosts,
		.host = hosts && hosts->n ? &hosts->v[0] : NULL,
	};
	const char *python = env->python ? env->python : k.host ? k.host->python : NULL;
	struct step_place *place = arena_new(a, struct step_place);

	k.platform = checkup_platform(env, k.host);
	*place = step_place_of(env, k.platform);
	k.place = place;
	if (!python || !python_parse(span_of(python), &k.python))
		k.python = declared_python(a, env);
	if (!k.python.major && !declared_wheel_python(a, env, k.platform, &k.python))
		k.python = (struct python){ 0 };
	k.here = installed_find(a, c, env, k.host, k.platform);
	k.installer = owner(env, &k.here);
	k.by_project = env->kept && installer_manager(env->keeper) == MANAGER_PIP;
	k.conda = conda_tool(env);
	return k;
}
