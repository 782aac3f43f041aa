/* Lines that pin torch and what was compiled for one, judged as what they would install. */
#include <string.h>

#include "check/checks_private.h"
#include "check/declared.h"
#include "check/find_private.h"
#include "check/installed_private.h"
#include "check/limits_private.h"
#include "check/torch_place_private.h"
#include "fact/project.h"

/* "2.9.1+cu126" of "torch==2.9.1" that comes from the index of cu126. */
static const char *version_of(struct checkup *k, const struct env_declared *d)
{
	const char *pin = d->req.set.n == 1 ? limits_pin(k, &d->req.set) : NULL;
	const char *label = pin ? declared_label(k->arena, d) : NULL;
	const char *text = pin ? pep440_set_text(k->arena, &d->req.set) : NULL;
	struct torch_place place;

	if (!pin || strncmp(text, "==", 2) != 0 || strchr(text, '*'))
		return NULL;
	if (!label && project_is_torch(d->name) &&
	    torch_place_of(k->arena, k->env, d, &place) && torch_place_is_planned(&place))
		return arena_printf(k->arena, "%s+%s", pin, place.variant);
	return text + strlen("==");
}

struct env *check_pinned_env(struct checkup *k)
{
	struct env *ret = arena_new(k->arena, struct env);
	bool torch = false, more = false;

	*ret = *k->env;
	memset(&ret->packages, 0, sizeof ret->packages);
	memset(&ret->declared, 0, sizeof ret->declared);
	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];
		bool own = d->name && project_is_torch(d->name);
		const char *version;

		if (d->kind != DECLARED_REQUIREMENT || d->url ||
		    !declared_applies(k->arena, d, k->python, k->platform) ||
		    !(own || env_matters(d->name) || shelf_may_have(k->shelf, d->name)))
			continue;
		version = version_of(k, d);
		if (!version)
			continue;
		torch |= own;
		more |= !own;
		env_add(k->arena, ret, span_of(d->name), span_of(version), OWNER_PIP, d->origin);
	}
	return torch && more ? ret : NULL;
}
