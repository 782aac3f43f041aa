#include "fact/condarc.h"

#include <string.h>

#include "fact/build.h"
#include "fact/platform.h"

static bool is_url(struct span s)
{
	return span_find(s, "://") > 0;
}

static struct span trim_slashes(struct span s)
{
	while (s.n && s.p[0] == '/')
		s = span_from(s, 1);
	while (s.n && s.p[s.n - 1] == '/')
		s.n--;
	return s;
}

static struct span trim_end(struct span s)
{
	while (s.n && s.p[s.n - 1] == '/')
		s.n--;
	return s;
}

/* The last part of a channel that is a platform is no part of its name. */
static struct span without_subdir(struct span s)
{
	ptrdiff_t slash;

	s = trim_end(s);
	slash = span_rfind_char(s, '/');
	if (slash > 0 && platform_is_folder(span_from(s, (size_t)slash + 1)))
		s = span_sub(s, 0, (size_t)slash);
	return trim_end(s);
}

const char *condarc_name(struct arena *a, const struct condarc *c, struct span channel)
{
	struct span s = without_subdir(span_trim(channel)), alias = span_of(c->channel_alias);
	ptrdiff_t at = span_find(s, "://"), slash;

	if (at < 0)
		return arena_span(a, trim_slashes(s));
	alias = trim_end(alias);
	if (alias.n && s.n > alias.n && span_eq(span_sub(s, 0, alias.n), alias) &&
	    s.p[alias.n] == '/')
		return arena_span(a, trim_slashes(span_from(s, alias.n)));
	s = span_from(s, (size_t)at + 3);
	slash = span_find_char(s, '/');
	return arena_span(a, slash < 0 ? s : trim_slashes(span_from(s, (size_t)slash)));
}

static const struct condarc_channel *custom(const struct condarc *c, struct span name)
{
	for (size_t i = c->custom_channels.n; i-- > 0;)
		if (span_is(name, c->custom_channels.v[i].name))
			return &c->custom_channels.v[i];
	return NULL;
}

/* The longest part of the name, cut at slashes, that custom_channels knows. */
static const char *location_of(const struct condarc *c, struct span name)
{
	while (name.n) {
		const struct condarc_channel *found = custom(c, name);
		ptrdiff_t slash = span_rfind_char(name, '/');

		if (found)
			return found->location;
		name = span_sub(name, 0, slash > 0 ? (size_t)slash : 0);
	}
	return c->channel_alias;
}

/* Names that default_channels gives by URL lead back to that URL. */
static const char *default_url(struct arena *a, const struct condarc *c, struct span name)
{
	for (size_t i = 0; i < c->default_channels.n; i++) {
		struct span url = span_of(c->default_channels.v[i]);

		if (is_url(url) && span_is(name, condarc_name(a, c, url)))
			return arena_span(a, without_subdir(url));
	}
	return NULL;
}

static const char *base_of(struct arena *a, const struct condarc *c, struct span s)
{
	const char *url, *location;
	struct span base;

	s = without_subdir(s);
	if (is_url(s))
		return arena_span(a, s);
	s = trim_slashes(s);
	url = custom(c, s) ? NULL : default_url(a, c, s);
	if (url)
		return url;
	location = location_of(c, s);
	base = trim_end(span_of(location));
	if (!base.n)
		return NULL;
	return arena_printf(a, SPAN_FMT "/" SPAN_FMT, SPAN_ARG(base), SPAN_ARG(s));
}

static const struct strings *many(const struct condarc *c, struct span name)
{
	if (span_is(name, CHANNEL_DEFAULTS))
		return &c->default_channels;
	for (size_t i = c->multichannels.n; i-- > 0;)
		if (span_is(name, c->multichannels.v[i].name))
			return &c->multichannels.v[i].channels;
	return NULL;
}

struct strings condarc_bases(struct arena *a, const struct condarc *c, struct span channel)
{
	const struct strings *all = many(c, span_trim(channel));
	struct strings ret = { 0 };
	const char *base;

	channel = span_trim(channel);
	if (span_is(channel, "local") && !all)
		return ret;
	if (!all) {
		base = base_of(a, c, channel);
		if (base)
			strings_add(a, &ret, base);
		return ret;
	}
	for (size_t i = 0; i < all->n; i++) {
		base = base_of(a, c, span_of(all->v[i]));
		if (base)
			strings_add(a, &ret, base);
	}
	return ret;
}

struct strings condarc_urls(struct arena *a, const struct condarc *c, struct span channel)
{
	struct strings bases = condarc_bases(a, c, channel), ret = { 0 };

	for (size_t i = 0; i < bases.n; i++) {
		if (c->subdir)
			strings_add(a, &ret, arena_printf(a, "%s/%s", bases.v[i], c->subdir));
		strings_add(a, &ret, arena_printf(a, "%s/noarch", bases.v[i]));
	}
	return ret;
}
