/* Channels, indexes and keys of conda and pip. */
#include <string.h>

#include "check/channel_private.h"
#include "check/checks_private.h"
#include "check/setting_private.h"
#include "check/torch_place_private.h"
#include "fact/build.h"
#include "fact/platform.h"

static const char *const platforms[] = {
	PLATFORM_WINDOWS, PLATFORM_WINDOWS_32, PLATFORM_LINUX, PLATFORM_LINUX_32,
	PLATFORM_LINUX_ARM, PLATFORM_MAC_INTEL, PLATFORM_MAC, "noarch",
};

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
	ptrdiff_t at = setting_is_of_channels(s) ? platform_at(url) : -1;

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
	setting_write(k, f, s, s->value + at, "", right_url(k, s));
}

static void plain_http(struct checkup *k, const struct env_setting *s)
{
	struct found *f;

	if (!is_plain_http(s->value))
		return;
	f = FIND_SETTING(k, CP305, s, NOT_ENCRYPTED, SAY(url, strstr(s->value, "http://")));
	setting_write(k, f, s, "http://", "https://", right_url(k, s));
}

/* Position of a channel in the merged list; -1: not in it. */
static int place_of(const struct checkup *k, const char *name, const struct env_setting **at)
{
	int n = 0;

	EACH(const struct env_setting, s, k->env->settings) {
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
	EACH(const struct env_setting, s, k->env->settings) {
		if (!s->value || !setting_is_of_channels(s))
			continue;
		platform_folder(k, s);
		if (!check_mirror(k, s))
			plain_http(k, s);
		if (strstr(s->value, "pkgs/free")) {
			struct found *f = FIND_SETTING(k, CP303, s, CHANNEL_FREE_ENDED);

			find_edit(k, f, &s->origin, NULL, NULL);
			FIND_ADVICE(k, f, TAKE_LINE_OUT);
		}
	}
	priority(k);
}

static void index_url(struct checkup *k, const struct env_setting *s)
{
	struct found *f;

	if (!setting_is_index_alone(k, s))
		return;
	f = FIND_SETTING(k, CP304, s, INDEX_REPLACES_PYPI);
	if (setting_is(s, "default-index")) {
		FIND_ADVICE(k, f, NAME_INDEX_BESIDE_PYPI);
		return;
	}
	find_edit(k, f, &s->origin, "index-url", "extra-index-url");
	FIND_ADVICE(k, f, USE_EXTRA_INDEX_URL);
}

/* In the file of a project: a command names its own, for this once. */
static bool is_of_manifest(const struct env_setting *s)
{
	return s->origin.file && span_ends(span_of(s->origin.file), ".toml");
}

/* An index of torch that uv looks at first for every package, and takes from there what it has.
 * Source: docs.astral.sh/uv/concepts/indexes, "Searching across multiple indexes". */
static void first_for_all(struct checkup *k, const struct env_setting *s)
{
	bool hatch = strncmp(s->key, "hatch.", 6) == 0;
	struct found *f;

	if ((!setting_is(s, "index") && !setting_is(s, "extra-index-url")) || !is_of_manifest(s) ||
	    !(s->effective || hatch) || torch_place_takes_best(k->env) ||
	    !torch_place_variant(k->arena, s->value))
		return;
	f = setting_find(k, CP304, s, PHRASE(k->arena, INDEX_FIRST_FOR_ALL,
					     SAY(key, hatch ? s->key + 6 : s->key)));
	if (hatch)
		FIND_ADVICE(k, f, ASK_WITH_LABEL,
			    SAY(variant, torch_place_variant(k->arena, s->value)));
	else
		FIND_ADVICE(k, f, MAKE_IT_EXPLICIT);
}

/* One that is searched for all packages and is not one of torch. */
static bool is_other_index(const struct checkup *k, const struct env_setting *s)
{
	const char *url = s->value && strstr(s->value, "http") ? strstr(s->value, "http") : "";

	return s->effective && (s->tool == SETTING_UV || s->tool == SETTING_PIP) && *url &&
	       (setting_is(s, "index") || setting_is(s, "extra-index-url")) &&
	       !torch_place_variant(k->arena, url);
}

/* docs.astral.sh/uv/concepts/indexes: any index may then provide any package. */
static void any_index(struct checkup *k)
{
	const struct env_setting *s = env_setting(k->env, SETTING_UV, "index-strategy");
	struct found *f;

	for (size_t i = 0; s && s->value && strncmp(s->value, "unsafe-", 7) == 0 &&
	     i < k->env->settings.n; i++)
		if (is_other_index(k, &k->env->settings.v[i])) {
			f = FIND_SETTING(k, CP306, s, ANY_INDEX_MAY_PROVIDE);
			find_at(k, f, &k->env->settings.v[i].origin);
			FIND_ADVICE(k, f, BIND_TO_INDEXES);
			return;
		}
}

/* What is installed next comes without CUDA. */
static bool cpu_index(struct checkup *k, const struct env_setting *s)
{
	bool backend = setting_is(s, "torch-backend") && strcmp(s->value, "cpu") == 0;
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
	EACH(const struct env_setting, s, k->env->settings) {
		bool pip = s->tool == SETTING_PIP, cpu, gone;

		if (!s->value || (!pip && s->tool != SETTING_UV))
			continue;
		cpu = cpu_index(k, s);
		gone = setting_is_place(s) && check_mirror(k, s);
		if (setting_is_place(s) && !gone)
			plain_http(k, s);
		if ((pip || !cpu) && !gone)
			index_url(k, s);
		if (pip) {
			struct found *f;

			if (setting_is(s, "use-mirrors") || setting_is(s, "mirrors")) {
				f = FIND_SETTING(k, CP303, s, KEY_OF_OLD_PIP);
				find_edit(k, f, &s->origin, NULL, NULL);
				FIND_ADVICE(k, f, TAKE_LINE_OUT);
			}
		} else
			first_for_all(k, s);
	}
	any_index(k);
}

/*
 * The first number is that of no GPU: the list counts up to it. Source: CUDA C++ Programming
 * Guide, "CUDA Environment Variables". What is described by --gpu may have more of its kind.
 */
static bool is_past_all(const struct checkup *k, const char *list)
{
	struct span s = span_of(list);
	uint64_t first;

	if (!k->hosts || k->hosts->n != 1 || !k->host->gpus.n ||
	    (k->host->source && strcmp(k->host->source, "--gpu") == 0))
		return false;
	s = span_trim(s);
	return span_take_u64(&s, &first) && (!s.n || s.p[0] == ',') && first >= k->host->gpus.n;
}

/* A paste of exports that hides every GPU; of a live machine the driver tells. */
static void hidden(struct checkup *k, const struct env_setting *s)
{
	struct found *f;

	if (!s->origin.line || !s->effective || strcmp(s->key, "CUDA_VISIBLE_DEVICES") != 0 ||
	    (s->value[0] && strcmp(s->value, "-1") != 0 && !is_past_all(k, s->value)))
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
