/* Mirrors of plans: those that this machine is set to use, and names that are of none. */
#include <string.h>

#include "cmd/planning_private.h"
#include "os/variable.h"
#include "read/env/env_live.h"

/* pip.conf, uv.toml, .condarc and the variables of pip and uv; not what else is on the machine. */
static struct env settings_here(struct run *r)
{
	struct place place = place_here(os_variables());
	const struct condarc defaults = { .show_channel_urls = TRI_UNKNOWN, .offline = TRI_UNKNOWN,
					  .override_channels_enabled = TRI_UNKNOWN };
	struct condarc conda;
	struct env env = env_new("live");

	place.elsewhere = true;
	env_live_settings(r->arena, &place, &defaults, &conda, &env);
	return env;
}

static bool is_pip(const struct env_setting *s)
{
	return (s->tool == SETTING_PIP || s->tool == SETTING_UV) &&
	       (strstr(s->key, "index-url") || strstr(s->key, "default-index"));
}

/* "channels", "default_channels", "channel_alias", "custom_channels". */
static bool is_conda(const struct env_setting *s)
{
	return s->tool == SETTING_CONDA && strstr(s->key, "channel");
}

/* "nvidia: https://…" of custom_channels. */
static const char *url_in(const char *value)
{
	const char *at = value ? strstr(value, "https://") : NULL;

	return at ? at : value;
}

/* The name of a living mirror at that address; NULL: there is none. */
static const char *mirror_of(struct run *r, const struct mirrors *known, const char *url)
{
	const struct mirror_place *p = url ? mirror_at(known, url) : NULL;
	const char *name = p && mirror_serves(p) ? mirror_name(r->arena, p) : NULL;

	return name && mirror_is_live(known, name) ? name : NULL;
}

/* The last setting that counts and names one. */
static const char *find(struct run *r, const struct mirrors *known, const struct env *env,
			bool (*is)(const struct env_setting *s), const struct origin **ret)
{
	const char *name = NULL;

	EACH(const struct env_setting, s, env->settings) {
		const char *one = s->effective && is(s) ? mirror_of(r, known, url_in(s->value)) :
			NULL;

		if (!one)
			continue;
		name = one;
		*ret = &s->origin;
	}
	return name;
}

static void tell(struct run *r, struct mirror_set *to, const char *name, const struct origin *o)
{
	const char *at = !o->file || !o->line ? o->file :
		arena_printf(r->arena, "%s:%u", o->file, o->line);

	ARRAY_ADD(r->arena, to->notes) = (struct finding){ .host = -1, .gpu = -1,
		.words = PHRASE(r->arena, MIRROR_OF_SETTING, SAY(name, name), SAY(file, at)) };
}

int cmd_mirror_set(struct run *r, struct matrix *m, struct mirror_set *ret, struct err *e)
{
	struct env env = settings_here(r);
	struct mirrors *known = arena_new(r->arena, struct mirrors);
	const struct origin *origin = NULL;
	int rc;

	*ret = (struct mirror_set){ .known = known };
	if (!ANY(s, env.settings,
		 s->effective && s->value && strstr(s->value, "://") && (is_pip(s) || is_conda(s))))
		return 0;
	rc = mirror_read(m, r->arena, known, e);
	if (rc)
		return rc;
	ret->pip = find(r, known, &env, is_pip, &origin);
	if (ret->pip)
		tell(r, ret, ret->pip, origin);
	ret->conda = find(r, known, &env, is_conda, &origin);
	if (ret->conda)
		tell(r, ret, ret->conda, origin);
	return 0;
}

int cmd_unknown_mirror(struct run *r, const struct mirrors *known, const char *option,
	const char *name, struct err *e)
{
	bool gone = mirror_exists(known, name);
	struct strings names = { NULL, 0, 0 };
	const char *near, *asked, *list;

	mirror_names(known, r->arena, &names);
	near = gone ? NULL : opt_nearest(name, names.v, names.n);
	list = strings_joined(r->arena, &names, ", ");
	asked = arena_printf(r->arena, "%s%.80s", option, name);
	return gone ? ERR_SAY(e, ERR_USAGE, MIRROR_GONE, SAY(asked, asked), SAY(list, list)) :
		ERR_SAY(e, ERR_USAGE, MIRROR_NOT_KNOWN, SAY(asked, asked), SAY(nearest, near),
			SAY(list, list));
}
