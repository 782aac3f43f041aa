/* Channels, indexes, mirrors and keys of conda and pip. */
#include <string.h>

#include "check/channel_private.h"
#include "check/checks_private.h"
#include "check/find_private.h"
#include "fact/build.h"
#include "fact/platform.h"

static struct found *find_setting(struct checkup *k, enum finding_code code,
				  const struct env_setting *s, struct phrase words)
{
	struct found *f = find_new(k, code, words);
	struct origin o = s->origin;

	if (!o.text)
		o.text = s->value;
	find_at(k, f, &o);
	return f;
}

/* Its words begin with the key. */
#define FIND_SETTING(k, code, s, form, ...) \
	find_setting(k, code, s, PHRASE((k)->arena, form, SAY(key, (s)->key), ##__VA_ARGS__))

/* conda keeps the lists of a channel: those of the old place would be used on. */
static void then_clean(struct checkup *k, const struct env_setting *s, struct found *f)
{
	if (s->tool == SETTING_CONDA && s->effective && f->advice.form)
		FIND_ADVICE(k, f, THEN_CLEAN, SAY_PHRASE(what, phrase_keep(k->arena, f->advice)));
}

/* What stands beside a mirror that goes: the host that pip was told to trust. */
static void drop_trust(struct checkup *k, struct found *f, const char *host)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];
		const char *dot = strrchr(s->key, '.');

		if (s->value && strcmp(dot ? dot + 1 : s->key, "trusted-host") == 0 &&
		    strstr(s->value, host))
			find_edit(k, f, &s->origin, NULL, NULL);
	}
}

static bool mirror_dead(struct checkup *k, const struct env_setting *s)
{
	const char *host = shelf_mirror_without(k->shelf, s->value, "*");
	struct found *f;

	if (!host)
		return false;
	f = FIND_SETTING(k, CP302, s, MIRROR_DEAD, SAY(host, host));
	FIND_ADVICE(k, f, TAKE_LINE_OUT_OR_MIRROR);
	then_clean(k, s, f);
	find_edit(k, f, &s->origin, NULL, NULL);
	drop_trust(k, f, host);
	return true;
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
	const char *channel = "nvidia", *host = shelf_mirror_without(k->shelf, s->value, channel);
	struct found *f;

	if (!host || !(ends_with(s->value, channel) || names_first(s->value, channel)))
		return;
	f = FIND_SETTING(k, CP302, s, MIRROR_WITHOUT_CHANNEL, SAY(host, host),
			 SAY(channel, channel));
	FIND_ADVICE(k, f, CHANNEL_FROM_OTHER_PLACE, SAY(channel, channel));
	then_clean(k, s, f);
}

/* A bare name is looked for below the alias, unless it has a place of its own. */
static bool is_aliased(const struct checkup *k, const char *channel)
{
	bool asked = false;

	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (!s->effective || !s->value || s->tool != SETTING_CONDA)
			continue;
		if (strncmp(s->key, "custom_channels", 15) == 0 && names_first(s->value, channel))
			return false;
		asked |= strcmp(s->key, "channels") == 0 && strcmp(s->value, channel) == 0;
	}
	return asked;
}

static void incomplete_alias(struct checkup *k, const struct env_setting *s)
{
	const char *channel = "nvidia";
	const char *host = strcmp(s->key, "channel_alias") == 0 ?
		shelf_mirror_without(k->shelf, s->value, channel) : NULL;
	struct found *f;

	if (!host || !s->effective || !is_aliased(k, channel))
		return;
	f = FIND_SETTING(k, CP302, s, ALIAS_WITHOUT_CHANNEL, SAY(channel, channel),
			 SAY(host, host));
	FIND_ADVICE(k, f, GIVE_CHANNEL_A_PLACE, SAY(channel, channel),
		    SAY(url, "https://conda.anaconda.org"));
}

static void mirror_incomplete(struct checkup *k, const struct env_setting *s)
{
	incomplete_channel(k, s);
	incomplete_alias(k, s);
}

static const char *const platforms[] = {
	PLATFORM_WINDOWS, PLATFORM_WINDOWS_32, PLATFORM_LINUX, PLATFORM_LINUX_32,
	PLATFORM_LINUX_ARM, PLATFORM_MAC_INTEL, PLATFORM_MAC, "noarch",
};

static void edit_value(struct checkup *k, struct found *f, const struct env_setting *s,
		       const char *part, const char *instead, const char *new)
{
	find_edit(k, f, &s->origin, part, instead);
	FIND_ADVICE(k, f, WRITE_THIS, SAY(new, new));
	then_clean(k, s, f);
}

static bool is_channel_key(const struct env_setting *s)
{
	static const char *const keys[] = { "channels", "default_channels", "custom_channels",
		"channel_alias", "custom_multichannels", "migrated_channel_aliases",
		"default-channels", "whitelist_channels" };

	if (s->tool != SETTING_CONDA && s->tool != SETTING_ENVIRONMENT)
		return false;
	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (strncmp(s->key, keys[i], strlen(keys[i])) == 0)
			return true;
	return false;
}

/* Where the folder of a platform begins that the URL ends in; -1: it ends in none. */
static ptrdiff_t platform_at(struct span url)
{
	ptrdiff_t slash;

	while (url.n && url.p[url.n - 1] == '/')
		url.n--;
	slash = span_rfind_char(url, '/');
	for (size_t i = 0; slash > 0 && i < sizeof platforms / sizeof *platforms; i++)
		if (span_is(span_from(url, (size_t)slash + 1), platforms[i]))
			return slash;
	return -1;
}

static bool is_plain_http(const char *value)
{
	const char *url = strstr(value, "http://");

	return url && (url == value || url[-1] == ' ') && !strstr(value, "://localhost") &&
	       !strstr(value, "://127.") && !strstr(value, "://10.") &&
	       !strstr(value, "://192.168.");
}

/* What to write in its place: encrypted, and of conda's channels without the platform's folder. */
static const char *right_url(struct checkup *k, const struct env_setting *s)
{
	struct span url = span_of(strstr(s->value, "http") ? strstr(s->value, "http") : s->value);
	ptrdiff_t at = is_channel_key(s) ? platform_at(url) : -1;

	if (at >= 0)
		url = span_sub(url, 0, (size_t)at);
	if (is_plain_http(s->value) && span_take(&url, "http://"))
		return arena_printf(k->arena, "https://" SPAN_FMT, SPAN_ARG(url));
	return arena_span(k->arena, url);
}

static void platform_folder(struct checkup *k, const struct env_setting *s)
{
	struct span url = span_of(s->value), platform;
	ptrdiff_t at = platform_at(url);
	struct found *f;

	if (at < 0)
		return;
	platform = span_from(url, (size_t)at + 1);
	while (span_ends(platform, "/"))
		platform.n--;
	f = FIND_SETTING(k, CP301, s, CHANNEL_WITH_PLATFORM, SAY(url, s->value),
			 SAY(platform, arena_span(k->arena, platform)));
	edit_value(k, f, s, s->value + at, "", right_url(k, s));
}

static void plain_http(struct checkup *k, const struct env_setting *s)
{
	struct found *f;

	if (!is_plain_http(s->value))
		return;
	f = FIND_SETTING(k, CP305, s, NOT_ENCRYPTED, SAY(url, strstr(s->value, "http://")));
	edit_value(k, f, s, "http://", "https://", right_url(k, s));
}

/* Position of a channel in the merged list; -1: not in it. */
static int place_of(const struct checkup *k, const char *name, const struct env_setting **at)
{
	int n = 0;

	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (!s->effective || s->tool != SETTING_CONDA ||
		    strcmp(s->key, "channels") != 0)
			continue;
		if (channel_is(s->value, name)) {
			*at = s;
			return n;
		}
		n++;
	}
	return -1;
}

/* With strict priority the first channel that has pytorch hides the one it came from. */
static void priority(struct checkup *k)
{
	const struct env_setting *strict = env_setting(k->env, SETTING_CONDA, "channel_priority");
	const struct env_setting *forge = NULL, *own = NULL;
	int first = place_of(k, CHANNEL_CONDA_FORGE, &forge),
	    second = place_of(k, CHANNEL_PYTORCH, &own);
	struct found *f;

	if (!strict || strcmp(strict->value, "strict") != 0 || first < 0 || second < 0 ||
	    first > second)
		return;
	f = FIND(k, CP306, STRICT_HIDES_PYTORCH);
	find_at(k, f, &forge->origin);
	find_at(k, f, &strict->origin);
	FIND_ADVICE(k, f, NAME_CHANNEL_IN_REQUEST);
}

void check_channels(struct checkup *k)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];

		if (!s->value || !is_channel_key(s))
			continue;
		platform_folder(k, s);
		if (!mirror_dead(k, s))
			plain_http(k, s);
		mirror_incomplete(k, s);
		if (strstr(s->value, "pkgs/free")) {
			struct found *f = FIND_SETTING(k, CP303, s, CHANNEL_FREE_ENDED);

			find_edit(k, f, &s->origin, NULL, NULL);
			FIND_ADVICE(k, f, TAKE_LINE_OUT);
		}
	}
	priority(k);
}

/* "install.index-url" of pip.conf too. */
static bool is_key(const struct env_setting *s, const char *key)
{
	const char *dot = strrchr(s->key, '.');

	return strcmp(dot ? dot + 1 : s->key, key) == 0;
}

static bool is_pytorch_index(const char *url)
{
	return strstr(url, "pytorch.org/whl") != NULL;
}

/* Something in that file, or for uv in that project, which the index of PyTorch does not have. */
static bool asks_for_more(const struct checkup *k, const struct env_setting *s)
{
	bool uv = s->tool == SETTING_UV;

	for (size_t i = 0; i < k->env->declared.n; i++) {
		const struct env_declared *d = &k->env->declared.v[i];

		if (d->name && !env_matters(d->name) && s->origin.file && d->origin.file &&
		    (uv || strcmp(d->origin.file, s->origin.file) == 0))
			return true;
	}
	return k->env->declared.n == 0;
}

static void index_url(struct checkup *k, const struct env_setting *s)
{
	struct found *f;

	if (!s->effective || !(is_key(s, "index-url") || is_key(s, "default-index")) ||
	    !is_pytorch_index(s->value) || !asks_for_more(k, s))
		return;
	f = FIND_SETTING(k, CP304, s, INDEX_REPLACES_PYPI);
	if (is_key(s, "default-index")) {
		FIND_ADVICE(k, f, NAME_INDEX_BESIDE_PYPI);
		return;
	}
	find_edit(k, f, &s->origin, "index-url", "extra-index-url");
	FIND_ADVICE(k, f, USE_EXTRA_INDEX_URL);
}

static void obsolete(struct checkup *k, const struct env_setting *s)
{
	struct found *f;

	if (!is_key(s, "use-mirrors") && !is_key(s, "mirrors"))
		return;
	f = FIND_SETTING(k, CP303, s, KEY_OF_OLD_PIP);
	find_edit(k, f, &s->origin, NULL, NULL);
	FIND_ADVICE(k, f, TAKE_LINE_OUT);
}

static bool is_place(const struct env_setting *s)
{
	static const char *const keys[] = { "index-url", "extra-index-url", "find-links",
					    "default-index", "index", "explicit-index" };

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
		if (is_key(s, keys[i]))
			return true;
	return false;
}

/* What is installed next comes without CUDA. */
static bool cpu_index(struct checkup *k, const struct env_setting *s)
{
	bool backend = is_key(s, "torch-backend") && strcmp(s->value, "cpu") == 0;
	const struct gpu *g = find_first_gpu(k);
	struct found *f;

	if (!s->effective || !g || !(backend || strstr(s->value, "pytorch.org/whl/cpu")) ||
	    k->env->declared.n)
		return false;
	f = FIND_SETTING(k, CP201, s, NEXT_TORCH_FOR_CPU, SAY(gpu, g->name));
	find_gpu(k, f, g);
	f->severity = SEVERITY_WARNING;
	FIND_ADVICE(k, f, NAME_SUGGESTED_INDEX);
	return true;
}

void check_indexes(struct checkup *k)
{
	for (size_t i = 0; i < k->env->settings.n; i++) {
		const struct env_setting *s = &k->env->settings.v[i];
		bool pip = s->tool == SETTING_PIP, cpu;

		if (!s->value || (!pip && s->tool != SETTING_UV))
			continue;
		cpu = cpu_index(k, s);
		if (is_place(s) && !mirror_dead(k, s))
			plain_http(k, s);
		if (pip || !cpu)
			index_url(k, s);
		if (pip)
			obsolete(k, s);
	}
}

/* A paste of exports that hides every GPU; of a live machine the driver tells. */
static void hidden(struct checkup *k, const struct env_setting *s)
{
	struct found *f;

	if (!s->origin.line || !s->effective || strcmp(s->key, "CUDA_VISIBLE_DEVICES") != 0 ||
	    (s->value[0] && strcmp(s->value, "-1") != 0))
		return;
	f = FIND(k, CP008, VARIABLE_HIDES_GPUS, SAY(have, s->value[0] ? s->value : "\"\""));
	find_at(k, f, &s->origin);
	FIND_ADVICE(k, f, NAME_THE_GPUS);
}

void check_variables(struct checkup *k)
{
	for (size_t i = 0; i < k->env->settings.n; i++)
		if (k->env->settings.v[i].tool == SETTING_VARIABLE && k->env->settings.v[i].value)
			hidden(k, &k->env->settings.v[i]);
}
