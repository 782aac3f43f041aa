/* What an address shows, what a server says of its ranges, and the head of its answer. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "door/http_private.h"
#include "read/package/http_text.h"
#include "read/package/remote.h"

int fuzz_one(const uint8_t *data, size_t n);

/* Nothing of it may end a line where it is sent on. */
static void head(struct span all)
{
	static struct http h;
	struct span line;

	h.asked = "https://h.example/x.whl";
	while (span_line(&all, &line))
		http_header(&h, line);
	if (strpbrk(h.head.etag, "\r\n") || strpbrk(h.head.modified, "\r\n"))
		abort();
}

int fuzz_one(const uint8_t *data, size_t n)
{
	struct span s = { (const char *)data, n };
	struct content_range c;
	ARENA_AUTO a = { 0 };
	const char *url = arena_span(&a, s), *shown = url_shown(&a, url);

	head(s);
	if (content_range_read(s, &c) && !c.unsatisfied && (c.first > c.last || c.last >= c.size))
		abort();
	if (strpbrk(shown, "?#") || strchr(url_file(&a, url), '/'))
		abort();
	return strcmp(url_shown(&a, shown), shown) == 0 || !url_is(shown) ? 0 : (abort(), 0);
}
