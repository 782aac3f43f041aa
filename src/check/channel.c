/* Whether a channel is the one that is meant, by name or by URL, and which comes first. */
#include "check/channel_private.h"

#include <string.h>


bool channel_is(const char *text, const char *name)
{
	struct span url = span_of(text);
	size_t n = strlen(name);

	while (url.n && url.p[url.n - 1] == '/')
		url.n--;
	return span_ends(url, name) && (url.n == n || url.p[url.n - n - 1] == '/');
}

/* Its place among the channels; -1 where it is not named. */
static ptrdiff_t place_of(const struct env *env, const char *name)
{
	for (size_t i = 0; i < env->settings.n; i++)
		if (strcmp(env->settings.v[i].key, "channels") == 0 &&
		    channel_is(env->settings.v[i].value, name))
			return (ptrdiff_t)i;
	for (size_t i = 0; i < env->channels.n; i++)
		if (channel_is(env->channels.v[i], name))
			return (ptrdiff_t)(env->settings.n + i);
	return -1;
}

bool channel_named(const struct env *env, const char *name)
{
	return place_of(env, name) >= 0;
}

bool channel_leads(const struct env *env, const char *name, const char *other)
{
	ptrdiff_t own = place_of(env, name), its = place_of(env, other);

	return own >= 0 && (its < 0 || own < its);
}
