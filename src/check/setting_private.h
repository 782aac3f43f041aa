/* What the checks of settings share. */
#pragma once

#include "check/find_private.h"

/* A finding about a setting, which is its evidence. */
struct found *setting_find(struct checkup *k, enum finding_code code, const struct env_setting *s,
			   struct phrase words);
/* The same; its words begin with the key. */
#define FIND_SETTING(k, code, s, form, ...) \
	setting_find(k, code, s, PHRASE((k)->arena, form, SAY(key, (s)->key), ##__VA_ARGS__))
/* The advice that f has, and then conda clean -i: conda would use the lists of the old place on. */
void setting_then_clean(struct checkup *k, const struct env_setting *s, struct found *f);
/* `part` of its line becomes `instead`: the advice is to write `new`. */
void setting_write(struct checkup *k, struct found *f, const struct env_setting *s,
		   const char *part, const char *instead, const char *new);
/* What [tool.uv.sources] has for that package (NULL: any), perhaps for an extra; NULL: nothing. */
const struct env_setting *setting_sources(const struct checkup *k, const char *name);
/* "install.index-url" of pip.conf is an index-url too. */
bool setting_is(const struct env_setting *s, const char *key);
/* It names channels of conda, or where they lie. */
bool setting_is_of_channels(const struct env_setting *s);
/* It names where pip, uv or Poetry look for packages. */
bool setting_is_place(const struct env_setting *s);
/* "nvidia: https://…" of custom_channels: what stands behind; n 0: it is of another channel. */
struct span setting_of_channel(const char *value, const char *channel);
/* uv is told that the two groups or extras are never asked for together. */
bool setting_conflicts(const struct checkup *k, const char *one, const char *two);
/* An index of PyTorch's builds that stands in the place of PyPI, where more is asked for. */
bool setting_is_index_alone(const struct checkup *k, const struct env_setting *s);
