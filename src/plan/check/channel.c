#include "plan/check/channel.h"

#include <string.h>

bool channel_is(const char *text, const char *name)
{
	struct span url = span_of(text);
	size_t n = strlen(name);

	while (url.n && url.p[url.n - 1] == '/')
		url.n--;
	return span_ends(url, name) && (url.n == n || url.p[url.n - n - 1] == '/');
}

bool channel_named(const struct env *env, const char *name)
{
	for (size_t i = 0; i < env->settings.n; i++)
		if (strcmp(env->settings.v[i].key, "channels") == 0 &&
		    channel_is(env->settings.v[i].value, name))
			return true;
	for (size_t i = 0; i < env->channels.n; i++)
		if (channel_is(env->channels.v[i], name))
			return true;
	return false;
}
