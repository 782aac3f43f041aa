#include "read/package/http_text.h"

#include <string.h>

bool url_is(const char *name)
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

/* ":80" after the host, or no port. */
static bool port_is_sane(struct span host)
{
	ptrdiff_t at = span_rfind_char(host, ':');
	struct span port = span_from(host, (size_t)(at + 1));
	uint64_t n;

	return at < 0 || !port.n || span_find_char(host, ']') > at || span_u64(port, &n);
}

/* Without user and password, also where these hold what ends them too early. */
static struct span without_user(struct span s)
{
	struct span host = until(until(s, '?', '#'), '/', '/');
	ptrdiff_t user = span_rfind_char(port_is_sane(host) ? host : s, '@');

	return span_from(s, (size_t)(user + 1));
}

const char *url_shown(struct arena *a, const char *url)
{
	struct span s = span_of(url);
	ptrdiff_t scheme = span_find(without_query(url), "://");

	if (scheme < 0)
		return arena_span(a, without_query(url));
	s = until(without_user(span_from(s, (size_t)scheme + 3)), '?', '#');
	return arena_printf(a, SPAN_FMT "://" SPAN_FMT, (int)scheme, url, SPAN_ARG(s));
}

/* Where what follows the scheme begins. */
static size_t behind_scheme(struct span url)
{
	ptrdiff_t at = span_find(url, "://");

	return at < 0 ? 0 : (size_t)at + 3;
}

struct span url_server(const char *url)
{
	struct span s = span_of(url);

	s = without_user(span_from(s, behind_scheme(s)));
	return until(until(s, '?', '#'), '/', '/');
}

bool url_same_server(const char *url, const char *other)
{
	struct span x = span_of(url), y = span_of(other);

	return span_eq_nocase(span_sub(x, 0, behind_scheme(x)), span_sub(y, 0, behind_scheme(y))) &&
	       span_eq_nocase(url_server(url), url_server(other));
}

bool url_has_user(const char *url)
{
	struct span s = span_of(url);

	s = span_from(s, behind_scheme(s));
	return without_user(s).n < s.n;
}

/* As libcurl takes it: a space in a pasted address stands for %20. */
const char *url_address(struct arena *a, const char *url)
{
	size_t n = strlen(url), at = 0;
	char *to = arena_alloc(a, n * 3 + 1);

	for (size_t i = 0; i < n; i++) {
		if (url[i] != ' ') {
			to[at++] = url[i];
			continue;
		}
		memcpy(to + at, "%20", 3);
		at += 3;
	}
	to[at] = '\0';
	return to;
}

const char *url_file(struct arena *a, const char *url)
{
	struct span s = without_query(url);

	return arena_span(a, span_base(s));
}

enum form http_status_form(long status)
{
	static const struct {
		long status;
		enum form form;
	} rows[] = {
		{ 400, FORM_SERVER_UNDERSTANDS_NOT },
		{ 401, FORM_SERVER_ASKS_USER },
		{ 403, FORM_SERVER_REFUSES },
		{ 404, FORM_SERVER_NO_FILE },
		{ 407, FORM_PROXY_ASKS_USER },
		{ 410, FORM_SERVER_FILE_GONE },
		{ 429, FORM_SERVER_BUSY },
		{ 500, FORM_SERVER_FAILED },
		{ 502, FORM_SERVER_BEHIND_FAILED },
		{ 503, FORM_SERVER_CLOSED },
		{ 504, FORM_SERVER_BEHIND_SILENT },
	};

	return FIRST_TELLS(x, ROWS(rows), x->status == status, x->form, FORM_SERVER_OF_NO_USE);
}

/* Offsets up to here can be added without a thought. */
#define SIZE_MOST ((uint64_t)1 << 60)

bool content_range_read(struct span s, struct content_range *ret)
{
	struct content_range c = { 0 };

	s = span_trim(s);
	if (!span_take(&s, "bytes "))
		return false;
	c.unsatisfied = span_take(&s, "*");
	if (!c.unsatisfied && !(span_take_u64(&s, &c.first) && span_take(&s, "-") &&
				span_take_u64(&s, &c.last)))
		return false;
	if (!span_take(&s, "/") || !span_u64(s, &c.size) || c.size > SIZE_MOST)
		return false;
	if (!c.unsatisfied && (c.first > c.last || c.last >= c.size))
		return false;
	*ret = c;
	return true;
}
