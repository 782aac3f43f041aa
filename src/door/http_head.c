/* The head of an answer, line by line, as libcurl and the program curl give it. */
#include "door/http_private.h"

#include <string.h>

#include "base/arena.h"

/* RFC 9110, 5.5: no control character; what is sent on would end its line there. */
static bool is_value(struct span s)
{
	return !ANY(x, LIST(s.p, s.n), ((unsigned char)*x < ' ' && *x != '\t') || *x == '\177') &&
		s.n < HTTP_FIELD;
}

static void keep(char *to, struct span value)
{
	if (!is_value(value))
		value.n = 0;
	memcpy(to, value.p, value.n);
	to[value.n] = '\0';
}

static void field(struct http_head *head, struct span name, struct span value)
{
	static const struct {
		const char *name;
		size_t at;
	} rows[] = {
		{ "ETag", offsetof(struct http_head, etag) },
		{ "Last-Modified", offsetof(struct http_head, modified) },
		{ "Content-Range", offsetof(struct http_head, range) },
		{ "Content-Encoding", offsetof(struct http_head, encoding) },
		{ "Retry-After", offsetof(struct http_head, retry_after) },
		{ "Content-Type", offsetof(struct http_head, type) },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (span_eq_nocase(name, span_of(rows[i].name)))
			keep((char *)head + rows[i].at, value);
	if (span_eq_nocase(name, SPAN("Content-Length")) && !span_u64(value, &head->length))
		head->length = HTTP_LENGTH_UNKNOWN;
	if (span_eq_nocase(name, SPAN("Transfer-Encoding")) &&
	    span_eq_nocase(value, SPAN("chunked")))
		head->chunked = true;
}

void http_header(struct http *h, struct span line)
{
	ptrdiff_t at = span_find_char(line, ':');

	if (span_starts_nocase(line, "HTTP/"))
		h->head = (struct http_head){ .length = HTTP_LENGTH_UNKNOWN,
					      .chunked = span_starts(line, "HTTP/2") ||
							 span_starts(line, "HTTP/3") };
	else if (at > 0 && span_eq_nocase(span_sub(line, 0, (size_t)at), SPAN("Location")))
		h->inward |= http_inward(span_trim(span_from(line, (size_t)at + 1))) &&
			     !http_inward(span_of(h->asked));
	else if (at > 0)
		field(&h->head, span_trim(span_sub(line, 0, (size_t)at)),
		      span_trim(span_from(line, (size_t)at + 1)));
}

bool http_head_strong(const struct http_head *h)
{
	return h->etag[0] && !span_starts(span_of(h->etag), "W/");
}

bool http_head_plain(const struct http_head *h)
{
	return !h->encoding[0] || span_eq_nocase(span_of(h->encoding), SPAN("identity"));
}
