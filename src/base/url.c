#include "base/url.h"

#include <string.h>

static size_t find_any(struct span s, size_t from, const char *any)
{
	while (from < s.n && !strchr(any, s.p[from]))
		from++;
	return from;
}

/* How much of an address stays. */
static size_t kept(struct span url, struct span to)
{
	ptrdiff_t scheme = span_find(url, "://"), other = span_find(to, "://"), slash;
	size_t host = find_any(url, scheme < 0 ? 0 : (size_t)scheme + 3, "/?#");
	size_t path = find_any(url, host, "?#");

	if (other >= 0 && (size_t)other < find_any(to, 0, "/?#"))
		return 0;
	if (span_starts(to, "//"))
		return scheme < 0 ? 0 : (size_t)scheme + 1;
	if (span_starts(to, "/"))
		return host;
	if (!to.n || span_starts(to, "?"))
		return path;
	slash = span_rfind_char(span_sub(url, 0, path), '/');
	return slash >= (ptrdiff_t)host ? (size_t)slash + 1 : host;
}

void url_join(struct buf *ret, struct span url, struct span to)
{
	size_t n = kept(url, to);

	buf_add(ret, url.p, n);
	if (n && n == find_any(url, 0, "?#") && !strchr("/?", to.n ? *to.p : '?') &&
	    url.p[n - 1] != '/')
		buf_str(ret, "/");
	buf_span(ret, to);
}

void url_decode(struct buf *ret, struct span s)
{
	uint64_t c;

	for (size_t i = 0; i < s.n; i++) {
		if (s.p[i] == '%' && i + 2 < s.n && span_hex(span_sub(s, i + 1, 2), &c)) {
			buf_char(ret, (char)c);
			i += 2;
		} else {
			buf_char(ret, s.p[i]);
		}
	}
}

bool url_is_alone(const char *text)
{
	const char *colon = strstr(text, "://");

	for (const char *c = text; colon && c < colon; c++)
		if (!ascii_alnum(*c) && !strchr("+.-", *c))
			return false;
	return colon && !strpbrk(colon, " \t");
}
