#include "fact/step.h"

#include "fact/platform.h"

struct step_place step_place_of(const struct env *env, const char *platform)
{
	bool named = env && env->named && env->prefix, listed = env && !env->prefix;

	return (struct step_place){
		.platform = platform,
		.prefix = named ? env->prefix : NULL,
		.project = named || listed ? env->project : NULL,
	};
}

bool step_on_windows(const struct step *s)
{
	return platform_is_windows(s->place->platform);
}

const char *step_program(const struct step *s)
{
	return s->program ? s->program : installer_name(s->by);
}
