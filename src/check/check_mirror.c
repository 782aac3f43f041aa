/* Mirrors in settings: gone, never there, in another form, or without what is asked of them. */
#include <string.h>

#include "check/checks_private.h"
#include "check/setting_private.h"
#include "fact/project.h"

#define NVIDIA "nvidia" /* the channel without which conda takes builds of torch for the CPU */

/* The URL in a value: all of it, or what stands behind the channel of custom_channels. */
static const char *url_in(const char *value)
{
	const char *url = strstr(value, "http");

	return url ? url : value;
}

/* What stands beside a mirror that goes: the host that pip was told to trust. */
static void drop_trust(struct checkup *k, struct found *f, const char *host)
{
	EACH(const struct env_setting, s, k->env->settings) {
		if (s->value && setting_is(s, "trusted-host") && strstr(s->value, host))
			find_edit(k, f, &s->origin, NULL, NULL);
	}
}

/* An index of PyTorch's builds alone would stand in the place of PyPI: it goes beside it. */
static bool write_extra(struct checkup *k, struct found *f, const struct env_setting *s,
			const char *new)
{
	struct span line = span_of(s->origin.text);
	ptrdiff_t key = span_find(line, "index-url"), end = span_find(line, s->value);

	if (!setting_is_index_alone(k, s) || !setting_is(s, "index-url"))
		return false;
	if (key >= 0 && end > key) {
		struct span between = span_sub(line, (size_t)key, (size_t)(end - key));

		find_edit(k, f, &s->origin,
			  arena_printf(k->arena, SPAN_FMT "%s", SPAN_ARG(between), s->value),
			  arena_printf(k->arena, "extra-" SPAN_FMT "%s", SPAN_ARG(between), new));
	}
	FIND_ADVICE(k, f, WRITE_THIS, SAY(new, arena_printf(k->arena, "extra-index-url %s", new)));
	return true;
}

/* The line with the URL of a living mirror; the line goes where none is known. */
static void name_living(struct checkup *k, struct found *f, const struct env_setting *s,
			const struct mirror_place *p)
{
	const char *url = url_in(s->value);
	const char *new = mirror_living(k->arena, &k->shelf->mirrors, p, url, k->platform);

	if (new && !write_extra(k, f, s, new))
		setting_write(k, f, s, url, new, new);
	if (new)
		return;
	find_edit(k, f, &s->origin, NULL, NULL);
	FIND_ADVICE(k, f, TAKE_LINE_OUT_OR_MIRROR);
	setting_then_clean(k, s, f);
}

/* torch is to be installed, and nothing says of its line that it comes from elsewhere. */
static bool asks_for_torch(const struct checkup *k, const struct env_setting *s)
{
	return !k->here.torch && ANY(d, k->env->declared, d->parsed && d->name && !d->url &&
		(d->index ? strcmp(d->index, s->value) == 0 : s->effective) &&
		d->kind != DECLARED_LOCK &&
		(project_is_torch(d->name) || project_is_conda_torch(d->name)));
}

/*
 * What conda and uv cannot reach ends the installation, and so does the index of pip; of an index
 * that is added pip says it and goes on.
 */
static enum severity weight_of(const struct checkup *k, const struct env_setting *s)
{
	bool pip = s->tool == SETTING_PIP;

	if (!asks_for_torch(k, s) || (pip && !setting_is(s, "index-url")))
		return SEVERITY_WARNING;
	return SEVERITY_ERROR;
}

static void never_there(struct checkup *k, const struct env_setting *s,
			const struct mirror_place *p)
{
	const char *host = mirror_host(k->arena, p);
	struct found *f;

	if (strcmp(p->serves, MIRROR_WHEELS) == 0)
		f = FIND_SETTING(k, CP302, s, MIRROR_WITHOUT_WHEELS, SAY(host, host));
	else
		f = FIND_SETTING(k, CP302, s, MIRROR_WITHOUT_CHANNEL, SAY(host, host),
				 SAY(channel, p->serves));
	f->severity = weight_of(k, s);
	name_living(k, f, s, p);
}

/* A page of files is none of an index: pip finds "from versions: none" there. */
static void in_other_form(struct checkup *k, const struct env_setting *s,
			  const struct mirror_place *p)
{
	const char *key = strrchr(s->key, '.') ? strrchr(s->key, '.') + 1 : s->key;
	const char *variant = mirror_variant(k->arena, p, url_in(s->value));
	struct found *f;

	if (p->form != MIRROR_FIND_LINKS || setting_is(s, "find-links"))
		return;
	f = FIND_SETTING(k, CP302, s, MIRROR_NO_INDEX, SAY(url, url_in(s->value)));
	if (setting_is(s, "index-url") || setting_is(s, "extra-index-url"))
		find_edit(k, f, &s->origin, key, "find-links");
	FIND_ADVICE(k, f, WRITE_FIND_LINKS, SAY(url, url_in(s->value)),
		    SAY(variant, variant ? variant : "cu126"));
}

static bool judge_place(struct checkup *k, const struct env_setting *s,
			const struct mirror_place *p)
{
	if (!p)
		return false;
	if (p->state == MIRROR_DEAD) {
		const char *host = mirror_host(k->arena, p);
		struct found *f = FIND_SETTING(k, CP302, s, MIRROR_DEAD, SAY(host, host));

		f->severity = weight_of(k, s);
		name_living(k, f, s, p);
		drop_trust(k, f, host);
	} else if (p->state == MIRROR_NEVER)
		never_there(k, s, p);
	else if (p->state == MIRROR_INCOMPLETE && p->seen) {
		struct found *f = FIND_SETTING(k, CP302, s, MIRROR_STANDS_STILL,
					       SAY(host, mirror_host(k->arena, p)),
					       SAY(date, p->seen));

		FIND_ADVICE(k, f, TAKE_LINE_OUT_OR_MIRROR);
		setting_then_clean(k, s, f);
	} else
		in_other_form(k, s, p);
	return p->state == MIRROR_DEAD || p->state == MIRROR_NEVER;
}

/* "nvidia: https://mirrors.example/anaconda/cloud" names a place below. */
static bool judge_custom(struct checkup *k, const struct env_setting *s)
{
	struct span base = setting_of_channel(s->value, NVIDIA);
	const struct mirror_place *p;
	struct found *f;

	if (!base.n)
		return false;
	p = mirror_below(k->arena, &k->shelf->mirrors, arena_span(k->arena, base), NVIDIA);
	if (!p || p->state != MIRROR_NEVER)
		return false;
	f = FIND_SETTING(k, CP302, s, MIRROR_WITHOUT_CHANNEL,
			 SAY(host, mirror_host(k->arena, p)), SAY(channel, NVIDIA));
	p = mirror_best(&k->shelf->mirrors, NVIDIA, k->platform);
	if (p && p->form == MIRROR_BASE)
		setting_write(k, f, s, arena_span(k->arena, base), p->url,
			      arena_printf(k->arena, NVIDIA ": %s", p->url));
	else
		FIND_ADVICE(k, f, CHANNEL_FROM_OTHER_PLACE, SAY(channel, NVIDIA));
	return true;
}

/* A bare name is looked for below the alias, unless it has a place of its own. */
static bool is_aliased(const struct checkup *k, const char *channel)
{
	bool asked = false;

	EACH(const struct env_setting, s, k->env->settings) {
		if (!s->effective || !s->value || s->tool != SETTING_CONDA)
			continue;
		if (strncmp(s->key, "custom_channels", 15) == 0 &&
		    setting_of_channel(s->value, channel).n)
			return false;
		asked |= strcmp(s->key, "channels") == 0 && strcmp(s->value, channel) == 0;
	}
	return asked;
}

static void judge_alias(struct checkup *k, const struct env_setting *s)
{
	const struct mirror_place *p, *best;
	struct found *f;

	if (strcmp(s->key, "channel_alias") != 0 || !s->effective || !is_aliased(k, NVIDIA))
		return;
	p = mirror_below(k->arena, &k->shelf->mirrors, s->value, NVIDIA);
	if (!p || p->state != MIRROR_NEVER)
		return;
	best = mirror_best(&k->shelf->mirrors, NVIDIA, k->platform);
	f = FIND_SETTING(k, CP302, s, ALIAS_WITHOUT_CHANNEL, SAY(channel, NVIDIA),
			 SAY(host, mirror_host(k->arena, p)));
	FIND_ADVICE(k, f, GIVE_CHANNEL_A_PLACE, SAY(channel, NVIDIA),
		    SAY(url, best ? best->url : "https://conda.anaconda.org"));
}

bool check_mirror(struct checkup *k, const struct env_setting *s)
{
	judge_alias(k, s);
	return judge_custom(k, s) ||
	       judge_place(k, s, mirror_at(&k->shelf->mirrors, url_in(s->value)));
}
