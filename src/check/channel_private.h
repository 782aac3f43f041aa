/* Conda channels as people write them. */
#pragma once

#include "fact/env.h"

/* Whether the text is that channel: its name, or a URL that ends so, with any slashes behind. */
bool channel_is(const char *text, const char *name);
/* Whether a setting or a command of the environment names it. */
bool channel_named(const struct env *env, const char *name);
/* Whether `name` is named and `other` is not, or behind it: conda takes from the first that has. */
bool channel_leads(const struct env *env, const char *name, const char *other);
