/* Mirrors that are gone, and those that leave something out. */
#include <string.h>

#include "check/checkup_part.h"

/* Mirrors that no longer answer, as far as is known. */
static const char *const dead[] = { "pypi.douban.com", "pypi.hustunique.com",
				    "mirrors.hust.edu.cn" };

/*
 * Mirrors that leave out a channel: the CUDA builds of pytorch need the libraries of nvidia.
 * Sources: tuna/issues#1690 and #2110, and tuna/tunasync-scripts:anaconda.py, whose list BFSU and
 * OpenTUNA serve too (tuna/issues#1671); requests that are open: sjtug/mirror-requests#183,
 * hitlug/issues#48.
 */
static const struct {
	const char *host, *channel;
} incomplete[] = {
	{ "mirrors.tuna.tsinghua.edu.cn", "nvidia" },
	{ "mirrors.bfsu.edu.cn", "nvidia" },
	{ "opentuna.cn", "nvidia" },
	{ "mirror.sjtu.edu.cn", "nvidia" },
	{ "mirrors.sjtug.sjtu.edu.cn", "nvidia" },
	{ "mirrors.hit.edu.cn", "nvidia" },
};

const char *mirror_without(const char *url, const char *channel)
{
	for (size_t i = 0; i < sizeof incomplete / sizeof *incomplete; i++)
		if (strstr(url, incomplete[i].host) && strcmp(channel, incomplete[i].channel) == 0)
			return incomplete[i].host;
	return NULL;
}

bool mirror_dead(struct checkup *k, const struct env_setting *s)
{
	for (size_t i = 0; i < sizeof dead / sizeof *dead; i++)
		if (strstr(s->value, dead[i])) {
			struct found *f = find_setting(k, CP302, s, arena_printf(k->arena,
				"%s no longer serves packages", dead[i]));

			advise(k, f, "take the line out, or name another mirror");
			find_edit(k, f, &s->origin, NULL, NULL);
			return true;
		}
	return false;
}

static bool ends_with(const char *text, const char *name)
{
	struct span s = span_of(text);

	while (s.n && s.p[s.n - 1] == '/')
		s.n--;
	return span_ends(s, name) && s.n > strlen(name) &&
	       strchr("/.", s.p[s.n - strlen(name) - 1]);
}

/* "nvidia: https://…" of custom_channels */
static bool names_first(const char *value, const char *channel)
{
	struct span s = span_of(value);

	return span_take(&s, channel) && span_starts(s, ": ");
}

static void incomplete_channel(struct checkup *k, const struct env_setting *s)
{
	for (size_t i = 0; i < sizeof incomplete / sizeof *incomplete; i++) {
		const char *channel = incomplete[i].channel;

		if (strstr(s->value, incomplete[i].host) &&
		    (ends_with(s->value, channel) || names_first(s->value, channel)))
			advise(k, find_setting(k, CP302, s, arena_printf(k->arena,
				"%s is not known to carry the channel %s, without which conda "
				"takes builds of torch for the CPU", incomplete[i].host, channel)),
			       "take the channel %s from its own place, or torch from conda-forge",
			       channel);
	}
}

/* A bare name is looked for below the alias, unless it has a place of its own. */
static bool is_aliased(const struct checkup *k, const char *channel)
{
	bool asked = false;

	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (!s->effective || !s->value || strcmp(s->tool, "conda") != 0)
			continue;
		if (strncmp(s->key, "custom_channels", 15) == 0 && names_first(s->value, channel))
			return false;
		asked |= strcmp(s->key, "channels") == 0 && strcmp(s->value, channel) == 0;
	}
	return asked;
}

static void incomplete_alias(struct checkup *k, const struct env_setting *s)
{
	const char *host = strcmp(s->key, "channel_alias") == 0 ?
		mirror_without(s->value, "nvidia") : NULL;

	if (host && s->effective && is_aliased(k, "nvidia"))
		advise(k, find_setting(k, CP302, s, arena_printf(k->arena,
			"the channel nvidia is looked for at %s, which is not known to carry it: "
			"conda stops, or takes builds of torch for the CPU", host)),
		       "give it a place of its own: custom_channels, nvidia: "
		       "https://conda.anaconda.org");
}

void mirror_incomplete(struct checkup *k, const struct env_setting *s)
{
	incomplete_channel(k, s);
	incomplete_alias(k, s);
}
