#include "read/package/remote.h"

#include "base/span.h"

bool remote_is(const char *name)
{
	struct span s = span_of(name);

	return span_starts_nocase(s, "http://") || span_starts_nocase(s, "https://");
}

/* Up to the first of two characters. */
static struct span until(struct span s, char c, char d)
{
	for (size_t i = 0; i < s.n; i++)
		if (s.p[i] == c || s.p[i] == d)
			return span_sub(s, 0, i);
	return s;
}

static struct span without_query(const char *url)
{
	return until(span_of(url), '?', '#');
}

const char *remote_name(struct arena *a, const char *url)
{
	struct span s = without_query(url), host;
	ptrdiff_t scheme = span_find(s, "://"), user;

	if (scheme < 0)
		return arena_span(a, s);
	s = span_from(s, (size_t)scheme + 3);
	host = until(s, '/', '/');
	user = span_rfind_char(host, '@');
	if (user >= 0)
		s = span_from(s, (size_t)user + 1);
	return arena_printf(a, SPAN_FMT "://" SPAN_FMT, (int)scheme, url, SPAN_ARG(s));
}

const char *remote_file(struct arena *a, const char *url)
{
	struct span s = without_query(url);

	return arena_span(a, span_from(s, (size_t)(span_rfind_char(s, '/') + 1)));
}
