/* Settings of conda, pip and uv: what they are about, and how one is found fault with. */
#include "check/setting_private.h"

#include <string.h>

struct found *setting_find(struct checkup *k, enum finding_code code, const struct env_setting *s,
			   struct phrase words)
{
	struct found *f = find_new(k, code, words);
	struct origin o = s->origin;

	if (!o.text)
		o.text = s->value;
	find_at(k, f, &o);
	return f;
}

void setting_then_clean(struct checkup *k, const struct env_setting *s, struct found *f)
{
	if (s->tool == SETTING_CONDA && s->effective && f->advice.form)
		FIND_ADVICE(k, f, THEN_CLEAN, SAY_PHRASE(what, phrase_keep(k->arena, f->advice)));
}

void setting_write(struct checkup *k, struct found *f, const struct env_setting *s,
		   const char *part, const char *instead, const char *new)
{
	find_edit(k, f, &s->origin, part, instead);
	FIND_ADVICE(k, f, WRITE_THIS, SAY(new, new));
	setting_then_clean(k, s, f);
}

const struct env_setting *setting_sources(const struct checkup *k, const char *name)
{
	return FIRST_OF(s, k->env->settings, s->tool == SETTING_UV && s->value &&
			strcmp(s->key, "sources") == 0 && (!name || strcmp(s->value, name) == 0));
}

/* Whether it is one of the words of its value. */
static bool setting_has(const struct env_setting *s, const char *word)
{
	struct span words = span_of(s->value), one;

	while (span_word(&words, &one))
		if (span_is(one, word))
			return true;
	return false;
}

bool setting_is(const struct env_setting *s, const char *key)
{
	const char *dot = strrchr(s->key, '.');

	return strcmp(dot ? dot + 1 : s->key, key) == 0;
}

bool setting_is_of_channels(const struct env_setting *s)
{
	if (s->tool != SETTING_CONDA && s->tool != SETTING_ENVIRONMENT)
		return false;
	return span_begins(span_of(s->key), ONE_OF("channels", "default_channels",
						   "custom_channels", "channel_alias",
						   "custom_multichannels",
						   "migrated_channel_aliases", "default-channels",
						   "whitelist_channels"));
}

bool setting_is_place(const struct env_setting *s)
{
	static const char *const keys[] = { "index-url", "extra-index-url", "find-links",
					    "default-index", "index", "explicit-index" };

	return ANY(x, ROWS(keys), setting_is(s, *x));
}

bool setting_conflicts(const struct checkup *k, const char *one, const char *two)
{
	return ANY(s, k->env->settings, s->tool == SETTING_UV && strcmp(s->key, "conflicts") == 0 &&
		   setting_has(s, one) && setting_has(s, two));
}

struct span setting_of_channel(const char *value, const char *channel)
{
	struct span s = span_of(value);

	return span_take(&s, channel) && span_take(&s, ": ") ? span_trim(s) :
		(struct span){ s.p, 0 };
}

/* PyTorch's own, or a mirror of it. */
static bool is_pytorch_index(const struct checkup *k, const char *url)
{
	const struct mirror_place *p = mirror_at(&k->shelf->mirrors, url);

	return strstr(url, "pytorch.org/whl") ||
	       (p && strcmp(p->serves, MIRROR_WHEELS) == 0 && p->form == MIRROR_INDEX);
}

/* Something in that file, or for uv in that project, which the index of PyTorch does not have. */
static bool asks_for_more(const struct checkup *k, const struct env_setting *s)
{
	bool uv = s->tool == SETTING_UV;

	return ANY(d, k->env->declared, d->name && !env_matters(d->name) && s->origin.file &&
		   d->origin.file && (uv || strcmp(d->origin.file, s->origin.file) == 0)) ||
		   k->env->declared.n == 0;
}

/* One beside it that has all packages: PyPI, or a mirror of it. */
static bool is_beside_pypi(const struct checkup *k)
{
	return ANY(s, k->env->settings, s->effective &&
		   (setting_is(s, "extra-index-url") || setting_is(s, "index")) &&
		   (span_ends(span_of(s->value), "/simple") ||
		    span_ends(span_of(s->value), "/simple/")));
}

bool setting_is_index_alone(const struct checkup *k, const struct env_setting *s)
{
	return s->effective && !is_beside_pypi(k) &&
	       (setting_is(s, "index-url") || setting_is(s, "default-index")) &&
	       is_pytorch_index(k, s->value) && asks_for_more(k, s);
}
