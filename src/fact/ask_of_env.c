/* From what readers leave in an environment to asks: the lines of each installer and group. */
#include "fact/ask.h"

#include <string.h>

#include "base/sort.h"
#include "base/span.h"

/* What a key means: of a setting, whose dotted prefix ("global.", "pip.") is left out. */
static const struct {
	enum env_setting_tool tool;
	const char *key;
	enum ask_place_kind kind;
} keys[] = {
	{ SETTING_PIP, "index-url", ASK_DEFAULT },
	{ SETTING_PIP, "extra-index-url", ASK_INDEX },
	{ SETTING_PIP, "find-links", ASK_LINKS },
	{ SETTING_PIP, "cuda", ASK_UP_TO },
	{ SETTING_UV, "default-index", ASK_DEFAULT },
	{ SETTING_UV, "index-url", ASK_DEFAULT },
	{ SETTING_UV, "index", ASK_INDEX },
	{ SETTING_UV, "extra-index-url", ASK_INDEX },
	{ SETTING_UV, "explicit-index", ASK_NAMED },
	{ SETTING_UV, "find-links", ASK_LINKS },
	{ SETTING_UV, "torch-backend", ASK_BACKEND },
	{ SETTING_PIXI, "index-url", ASK_DEFAULT },
	{ SETTING_PIXI, "extra-index-urls", ASK_INDEX },
	{ SETTING_POETRY, "source", ASK_INDEX },
	{ SETTING_POETRY, "explicit-source", ASK_NAMED },
	{ SETTING_CONDA, "channels", ASK_CHANNEL },
	{ SETTING_ENVIRONMENT, "channels", ASK_CHANNEL },
	{ SETTING_PIXI, "channels", ASK_CHANNEL },
};

/*
 * Whose settings an ask of that installer reads. uv pip reads the options of a requirements file
 * too, and pip's readers write them so.
 */
static bool reads(enum installer i, enum env_setting_tool tool)
{
	switch (tool) {
	case SETTING_PIP:
		return i == INSTALLER_PIP || i == INSTALLER_UV || i == INSTALLER_PDM;
	case SETTING_UV:
		return i == INSTALLER_UV;
	case SETTING_POETRY:
		return i == INSTALLER_POETRY;
	case SETTING_PIXI:
		return i == INSTALLER_PIXI;
	case SETTING_CONDA:
		return installer_manager(i) == MANAGER_CONDA && i != INSTALLER_PIXI;
	case SETTING_ENVIRONMENT:
		return installer_manager(i) == MANAGER_CONDA;
	case SETTING_PROJECT:
		return true;
	default:
		return false;
	}
}

static const char *last_word(const char *key)
{
	const char *dot = strrchr(key, '.');

	return dot ? dot + 1 : key;
}

bool ask_place_kind(const struct env_setting *s, enum ask_place_kind *ret)
{
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (s->tool == keys[i].tool && strcmp(last_word(s->key), keys[i].key) == 0) {
			*ret = keys[i].kind;
			return true;
		}
	return false;
}

const char *ask_place_url(const char *value)
{
	const char *at = strstr(value, "://"), *equals = strchr(value, '=');

	return at && equals && equals < at ? equals + 1 : value;
}

static void take_word(struct arena *a, const struct env_setting *s, struct ask *to)
{
	const char *key = last_word(s->key);

	if (strcmp(key, "requires-python") == 0) {
		to->pythons = s->value;
	} else if (strcmp(key, "index-strategy") == 0) {
		to->strategy = strcmp(s->value, "unsafe-best-match") == 0 ? ASK_BEST_MATCH :
			       strcmp(s->value, "unsafe-first-match") == 0 ? ASK_FIRST_MATCH :
								ASK_FIRST_INDEX;
	} else if (strcmp(key, "no-index") == 0) {
		to->no_index = true;
	} else if (strcmp(key, "channel_priority") == 0) {
		to->priority = strcmp(s->value, "strict") == 0 ? ASK_STRICT :
			       strcmp(s->value, "disabled") == 0 ? ASK_DISABLED : ASK_FLEXIBLE;
	} else if (strcmp(key, "conflicts") == 0) {
		strings_add(a, &to->conflicts, s->value);
	} else if (strcmp(key, "environments") == 0) {
		strings_add(a, &to->environments, s->value);
	}
}

static void take_setting(struct arena *a, const struct env_setting *s, struct ask *to)
{
	/* [tool.uv.pip] is for "uv pip" alone, which does not keep a project. */
	bool piped = strncmp(s->key, "pip.", 4) == 0 && to->installer_said;
	enum ask_place_kind kind;

	if (!s->value || !*s->value || piped || !reads(to->installer, s->tool))
		return;
	if (ask_place_kind(s, &kind) && (s->effective || kind == ASK_NAMED)) {
		struct ask_place p = { .kind = kind, .url = ask_place_url(s->value) };

		if (p.url != s->value)
			p.name = arena_span(a, span_sub(span_of(s->value), 0,
							(size_t)(p.url - s->value) - 1));
		ARRAY_ADD(a, to->places) = p;
	} else if (s->effective)
		take_word(a, s, to);
}

/* "nodefaults" is no channel: it says that none is added. */
static void take_channels(struct arena *a, const struct env *env, struct ask *to)
{
	size_t n = 0;

	for (size_t i = 0; i < env->channels.n; i++)
		if (!ANY(x, to->places,
			 x->kind == ASK_CHANNEL && strcmp(x->url, env->channels.v[i]) == 0))
			ARRAY_ADD(a, to->places) = (struct ask_place){
				.kind = ASK_CHANNEL, .url = env->channels.v[i] };
	for (size_t i = 0; i < to->places.n; i++) {
		bool none = to->places.v[i].kind == ASK_CHANNEL &&
			    strcmp(to->places.v[i].url, "nodefaults") == 0;

		to->no_defaults |= none;
		if (!none)
			to->places.v[n++] = to->places.v[i];
	}
	to->places.n = n;
}

static enum ask_kind kind_of(const struct env_declared *d)
{
	if (d->kind == DECLARED_SPEC)
		return ASK_SPEC;
	if (d->overrides)
		return ASK_OVERRIDE;
	return d->kind == DECLARED_CONSTRAINT ? ASK_CONSTRAINT : ASK_REQUIREMENT;
}

/* The index by its URL, where the line names one of those that are defined. */
static const char *index_of(const struct ask *to, const char *index)
{
	for (size_t i = 0; index && i < to->places.n; i++)
		if (to->places.v[i].name && strcmp(to->places.v[i].name, index) == 0)
			return to->places.v[i].url;
	return index;
}

static void take_line(struct arena *a, const struct env_declared *d, struct ask *to)
{
	struct ask_spec *s = &ARRAY_ADD(a, to->specs);

	*s = (struct ask_spec){
		.kind = kind_of(d), .name = d->name, .text = d->text, .req = d->req,
		.conda = d->spec, .parsed = d->parsed, .url = d->url, .version = d->version,
		.index = index_of(to, d->index), .undefined = d->undefined, .alone = d->alone,
		.at = d->origin, .command = d->typed ? d->origin.line : 0,
	};
}

static bool is_of(const struct env_declared *d, enum manager m)
{
	return d->kind != DECLARED_LOCK && (d->kind == DECLARED_SPEC) == (m == MANAGER_CONDA);
}

/* What a later command asks for is taken whatever an earlier one brought, which then is changed. */
static int last_first(const void *x, const void *y)
{
	const struct ask_spec *a = x, *b = y;

	if (!a->command != !b->command)
		return !b->command - !a->command;
	return (a->command < b->command) - (a->command > b->command);
}

/* A variable of a script that is set behind all of its commands was not set for them. */
static bool is_later(const struct env *env, const struct env_setting *s)
{
	bool ret = false;

	EACH(const struct env_declared, d, env->declared) {
		if (!d->typed || !d->origin.line || !s->origin.file || !d->origin.file ||
		    strcmp(s->origin.file, d->origin.file) != 0)
			continue;
		if (s->origin.line <= d->origin.line)
			return false;
		ret = true;
	}
	return ret;
}

static void add_ask(struct arena *a, const struct env *env, enum installer i, bool said,
		    const char *group, struct asks *to)
{
	struct ask ask = { .installer = i, .installer_said = said, .file = env->source,
			   .group = group, .python = env->python };

	for (size_t s = 0; s < env->settings.n; s++)
		if (!is_later(env, &env->settings.v[s]))
			take_setting(a, &env->settings.v[s], &ask);
	if (installer_manager(i) == MANAGER_CONDA)
		take_channels(a, env, &ask);
	EACH(const struct env_declared, one, env->declared)
		if (is_of(one, installer_manager(i)) &&
		    (!one->group || (group && strcmp(one->group, group) == 0)))
			take_line(a, one, &ask);
	if (installer_manager(i) == MANAGER_PIP)
		sort_stable(ask.specs.v, ask.specs.n, sizeof *ask.specs.v, last_first);
	arena_grow(a, (void **)&to->v, to->n, &to->room, sizeof *to->v);
	to->v[to->n++] = ask;
}

/* Whose words a manager's are: of who keeps the project, or who was seen at work. */
static enum installer usual_of(const struct env *env, enum manager m, bool *said)
{
	*said = true;
	if (env->kept && installer_manager(env->keeper) == m)
		return env->keeper;
	if (env->tool_known && installer_manager(env->tool) == m)
		return env->tool;
	*said = false;
	return installer_usual(m);
}

struct asks asks_of_env(struct arena *a, const struct env *env, const enum installer *as)
{
	struct asks ret = { 0 };

	for (int m = MANAGER_PIP; m <= MANAGER_CONDA; m++) {
		struct strings groups = { 0 };
		bool any = false, said;
		enum installer i = usual_of(env, (enum manager)m, &said);

		if (as && installer_manager(*as) != (enum manager)m)
			continue;
		i = as ? *as : i;
		EACH(const struct env_declared, one, env->declared) {
			any |= is_of(one, (enum manager)m);
			if (is_of(one, (enum manager)m) && one->group)
				strings_add_once(a, &groups, one->group);
		}
		if (any)
			add_ask(a, env, i, said, NULL, &ret);
		for (size_t g = 0; g < groups.n; g++)
			add_ask(a, env, i, said, groups.v[g], &ret);
	}
	return ret;
}
