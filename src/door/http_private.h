/*
 * What the ways to make a request share: the transfer as its user sees it. A way is a structure
 * that begins with struct http, and fills it.
 */
#pragma once

#include "base/span.h"
#include "door/http.h"

enum { HTTP_ROOM = 128 << 10, HTTP_HEADERS_MAX = 256 << 10 };
enum { HTTP_CONNECT_SECONDS = 20, HTTP_SLOW_BYTES = 1024, HTTP_WAIT_MS = 1000 };

/* Of libcurl's results, which are the program's exit codes (libcurl-errors(3), curl(1)). */
enum http_code {
	HTTP_CODE_OK = 0,
	HTTP_CODE_URL_MALFORMAT = 3,
	HTTP_CODE_COULDNT_CONNECT = 7,
	HTTP_CODE_HTTP2 = 16,
	HTTP_CODE_PARTIAL_FILE = 18,
	HTTP_CODE_TIMED_OUT = 28,
	HTTP_CODE_GOT_NOTHING = 52,
	HTTP_CODE_SEND_ERROR = 55,
	HTTP_CODE_RECV_ERROR = 56,
	HTTP_CODE_PEER_FAILED_VERIFICATION = 60,
	HTTP_CODE_HTTP2_STREAM = 92,
};

struct http_way {
	/* Sends the request; http_get then has it work until a body has begun, or all is over. */
	int (*begin)(struct http *h, const struct http_ask *ask, struct err *e);
	/* Works until there are bytes or the transfer is over; at most about HTTP_WAIT_MS. */
	void (*work)(struct http *h);
	/* Ends the transfer. */
	void (*stop)(struct http *h);
	/* Where the redirects ended; never NULL. */
	const char *(*url)(const struct http *h);
	/* Frees it. */
	void (*close)(struct http *h);
};

struct http {
	const struct http_way *way;
	struct http_head head;
	const char *asked;       /* the URL of the request */
	bool inward;             /* a redirect leads from the internet to a local address */
	bool body, done;         /* its first byte came; the transfer is over, with `code` */
	int code;                /* enum http_code, or another of curl's */
	long proxy;              /* the proxy's answer to CONNECT; 0 where none was sent */
	char why[256];           /* curl's words; "" none */
	size_t header_bytes, from, n;   /* buffer[from .. from + n) waits to be taken */
	uint64_t received;
	void (*tick)(void *own);
	void *tick_own;
	char buffer[HTTP_ROOM];
};

/* One header line of an answer, or the line that begins one: only the last answer counts. */
void http_header(struct http *h, struct span line);

/* Whether only this machine or its network can reach the address, as it is written. */
bool http_inward(struct span url);

/* Calls what http_tick was given. */
static inline void http_ticked(struct http *h)
{
	if (h->tick)
		h->tick(h->tick_own);
}

/* Whether an address leads by TLS; redirects from it must do so too. */
static inline bool http_secure(const char *url)
{
	return span_starts_nocase(span_of(url), "https:");
}

/* The two ways; ERR_MISSING where it cannot be had here. */
int curl_library_open(const char *agent, unsigned stall, struct http **ret, struct err *e);
int curl_program_open(const char *agent, unsigned stall, struct http **ret, struct err *e);
