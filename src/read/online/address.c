#include "read/online/address.h"

#include <string.h>

#include "base/buf.h"
#include "base/url.h"
#include "read/package/http_text.h"

enum { URL_MOST = 64 << 10 };

/* A query stays behind, as tokens do that stand there. */
const char *online_below(struct arena *a, const char *url, const char *name, const char *end)
{
	size_t n = strcspn(url, "?#");
	const char *rest = url + n;

	while (n && url[n - 1] == '/')
		n--;
	return arena_printf(a, "%.*s/%s%s%s", (int)n, url, name, end && *name ? "/" : "",
			    *rest == '?' ? rest : "");
}

const char *online_join(struct arena *a, const char *page, struct span base, struct span url)
{
	BUF_AUTO from = BUF(URL_MOST);
	BUF_AUTO to = BUF(URL_MOST);
	ptrdiff_t fragment = span_find_char(url, '#');

	if (fragment >= 0)
		url = span_sub(url, 0, (size_t)fragment);
	url_join(&from, span_of(page), base.n ? base : SPAN(""));
	if (!base.n) {
		buf_cut(&from, 0);
		buf_str(&from, page);
	} else if (!span_ends(base, "/")) {
		buf_str(&from, "/");
	}
	url_join(&to, buf_view(&from), url);
	return to.failed || !url_is(buf_cstr(&to)) ? NULL : arena_str(a, buf_cstr(&to));
}

const char *online_other_host(struct arena *a, const char *asked, const char *ended)
{
	const char *from = url_shown(a, asked), *to = url_shown(a, ended);

	return span_eq_nocase(url_server(from), url_server(to)) ? NULL :
		arena_span(a, url_server(to));
}
