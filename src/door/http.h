/*
 * HTTP through the system's curl, so that its TLS and its certificates hold: libcurl, which is
 * opened on first use, or the program where there is no library. One transfer at a time, pulled:
 * nothing is received beyond what is asked for and a small buffer. Proxies, netrc and the files of
 * trusted certificates are those of libcurl and its tool: http_proxy, https_proxy, all_proxy,
 * no_proxy, ~/.netrc or NETRC, CURL_CA_BUNDLE, SSL_CERT_FILE, SSL_CERT_DIR.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

enum { HTTP_REDIRECTS = 10, HTTP_FIELD = 256 };

#define HTTP_LENGTH_UNKNOWN UINT64_MAX

struct http;

/* What the last answer in a chain of redirects said; "" where it did not. */
struct http_head {
	long status;
	uint64_t length;
	bool chunked;      /* its end is told by what frames it */
	char etag[HTTP_FIELD], modified[HTTP_FIELD], range[HTTP_FIELD];
	char encoding[HTTP_FIELD], retry_after[HTTP_FIELD], type[HTTP_FIELD];
};

/* Its ETag names these very bytes; what it sends is not compressed on the way. */
bool http_head_strong(const struct http_head *h);
bool http_head_plain(const struct http_head *h);

/* What to ask for; NULL leaves a header out. */
struct http_ask {
	const char *url;
	const char *range;     /* "0-99", "-65536" */
	const char *if_range;  /* a validator */
	const char *if_none_match; /* an ETag: 304 where the file is still that one */
	const char *accept;    /* types, as the header has them */
};

/*
 * `agent` goes out as User-Agent; a transfer that brings under 1 KiB/s for `stall` seconds has
 * failed. ERR_MISSING where neither libcurl nor curl can be had.
 */
int http_open(const char *agent, unsigned stall, struct http **ret, struct err *e);
void http_close(struct http *h);
/* `tick` is called with `own` about every second while nothing comes. */
void http_tick(struct http *h, void (*tick)(void *own), void *own);
/*
 * Sends the request and returns when the head of the answer is there, whatever its status.
 * ERR_MISSING with curl's words otherwise, ERR_INPUT for what is no URL. Ends the transfer
 * before it.
 */
int http_get(struct http *h, const struct http_ask *ask, struct http_head *ret, struct err *e);
/* Body bytes, at most n; 0 at its end. Negative when it was cut or stalled. */
long http_read(struct http *h, void *to, size_t n, struct err *e);
/* Ends the transfer; its connection is kept only if all of it was read. */
void http_stop(struct http *h);
/* Whether the last failure is one of the network that another attempt may not meet. */
bool http_transient(const struct http *h);
/* Body bytes received in all. */
uint64_t http_received(const struct http *h);
/* Where the redirects of the last answer ended; valid until the next request. */
const char *http_url(const struct http *h);
