/*
 * A server of the internet must not lead to one that only this machine or its network can reach:
 * its answer would be read with the rights of who stands here. Told by the address as it is
 * written.
 */
#include "door/http_private.h"

#include <string.h>

/* What follows "//", up to the port, without a user. */
static struct span host_of(struct span url)
{
	ptrdiff_t at = span_find(url, "//");
	size_t n = 0;

	if (at < 0 || (at && (url.p[at - 1] != ':' ||
			      span_find_char(span_sub(url, 0, (size_t)at), '/') >= 0)))
		return (struct span){ 0 };
	url = span_from(url, (size_t)at + 2);
	while (n < url.n && url.p[n] && !strchr("/?#\\", url.p[n]))
		n++;
	url = span_sub(url, 0, n);
	url = span_from(url, (size_t)(span_rfind_char(url, '@') + 1));
	if (span_starts(url, "["))
		return span_sub(url, 1, (size_t)(span_find_char(url, ']') < 0 ? 1 :
						 span_find_char(url, ']')) - 1);
	at = span_find_char(url, ':');
	return span_sub(url, 0, at < 0 ? url.n : (size_t)at);
}

/* RFC 1122, 3.2.1.3; RFC 1918; RFC 3927; what is no four numbers stands for one that hides. */
static bool inward_v4(struct span s)
{
	uint64_t v[4] = { 0 };
	struct span part;
	size_t n = 0;

	while (n < 4 && span_next(&s, '.', &part))
		if (!span_u64(part, &v[n++]) || (part.n > 1 && part.p[0] == '0'))
			return true;
	return n < 4 || s.p || v[0] == 0 || v[0] == 10 || v[0] == 127 ||
	       (v[0] == 169 && v[1] == 254) || (v[0] == 192 && v[1] == 168) ||
	       (v[0] == 172 && v[1] >= 16 && v[1] < 32);
}

static bool is_number(struct span s)
{
	ptrdiff_t dot = span_rfind_char(s, '.');

	s = span_from(s, (size_t)(dot + 1));
	return s.n && ascii_digit(s.p[0]);
}

/* Names of networks of one's own: without a dot, or RFC 6761, RFC 6762, RFC 8375 and habit. */
static bool inward_name(struct span s)
{
	if (s.n && s.p[s.n - 1] == '.')
		s.n--;
	return span_find_char(s, '.') < 0 ||
	       span_closes(s, ONE_OF(".localhost", ".local", ".internal", ".lan", ".home", ".corp",
				     ".intranet", ".home.arpa"));
}

bool http_inward(struct span url)
{
	struct span host = host_of(url);

	if (!host.n)
		return false;
	if (span_find_char(host, ':') >= 0) {
		/* RFC 4291: "::1", "::ffff:127.0.0.1", fe80 to febf; RFC 4193: fc, fd. */
		bool link = span_starts_nocase(host, "fe") && host.n > 2 &&
			    strchr("89abAB", host.p[2]);

		return link || span_starts(host, "::") || span_starts_nocase(host, "fc") ||
		       span_starts_nocase(host, "fd");
	}
	return is_number(host) ? inward_v4(host) : inward_name(host);
}
