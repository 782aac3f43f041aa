#include "door/curl.h"

#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "base/span.h"
#include "door/dl_private.h"

enum { ROOM = 128 << 10, CHUNK = 64 << 10, HEADERS_MAX = 256 << 10 };
enum { CONNECT_SECONDS = 20, SLOW_BYTES = 1024, WAIT_MS = 1000 };

struct functions {
	CURLcode (*global_init)(long flags);
	CURL *(*easy_init)(void);
	void (*easy_cleanup)(CURL *h);
	CURLcode (*setopt)(CURL *h, CURLoption o, ...);
	CURLcode (*getinfo)(CURL *h, CURLINFO i, ...);
	const char *(*strerror)(CURLcode c);
	CURLcode (*pause)(CURL *h, int mask);
	CURLM *(*multi_init)(void);
	CURLMcode (*multi_cleanup)(CURLM *m);
	CURLMcode (*add)(CURLM *m, CURL *h);
	CURLMcode (*remove)(CURLM *m, CURL *h);
	CURLMcode (*perform)(CURLM *m, int *running);
	CURLMcode (*poll)(CURLM *m, struct curl_waitfd *fds, unsigned n, int ms, int *got);
	CURLMsg *(*info_read)(CURLM *m, int *left);
	struct curl_slist *(*append)(struct curl_slist *l, const char *s);
	void (*free_all)(struct curl_slist *l);
};

static const char *const libraries[] = { "libcurl.so.4", "libcurl-gnutls.so.4", NULL };
#define SYMBOL(field, ...) { offsetof(struct functions, field), true, { __VA_ARGS__ } }
static const struct dl_symbol symbols[] = {
	SYMBOL(global_init, "curl_global_init"),
	SYMBOL(easy_init, "curl_easy_init"),
	SYMBOL(easy_cleanup, "curl_easy_cleanup"),
	SYMBOL(setopt, "curl_easy_setopt"),
	SYMBOL(getinfo, "curl_easy_getinfo"),
	SYMBOL(strerror, "curl_easy_strerror"),
	SYMBOL(pause, "curl_easy_pause"),
	SYMBOL(multi_init, "curl_multi_init"),
	SYMBOL(multi_cleanup, "curl_multi_cleanup"),
	SYMBOL(add, "curl_multi_add_handle"),
	SYMBOL(remove, "curl_multi_remove_handle"),
	SYMBOL(perform, "curl_multi_perform"),
	SYMBOL(poll, "curl_multi_poll", "curl_multi_wait"),
	SYMBOL(info_read, "curl_multi_info_read"),
	SYMBOL(append, "curl_slist_append"),
	SYMBOL(free_all, "curl_slist_free_all"),
};

struct http {
	struct functions c;
	CURL *easy;
	CURLM *multi;
	struct curl_slist *headers;
	struct http_head head;
	bool added, paused, body, done;
	CURLcode result;
	size_t header_bytes, from, n;   /* buffer[from .. from + n) waits to be taken */
	uint64_t received;
	void (*tick)(void *own);
	void *tick_own;
	char why[CURL_ERROR_SIZE];
	char buffer[ROOM];
};

static size_t take_body(char *p, size_t size, size_t n, void *own)
{
	struct http *h = own;

	n *= size;
	h->body = true;
	if (h->from) {
		memmove(h->buffer, h->buffer + h->from, h->n);
		h->from = 0;
	}
	if (n > ROOM - h->n) {
		h->paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	memcpy(h->buffer + h->n, p, n);
	h->n += n;
	h->received += n;
	return n;
}

static void keep(char *to, struct span value)
{
	if (value.n >= HTTP_FIELD)
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
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (span_eq_nocase(name, span_of(rows[i].name)))
			keep((char *)head + rows[i].at, value);
	if (span_eq_nocase(name, SPAN("Content-Length")) && !span_u64(value, &head->length))
		head->length = HTTP_LENGTH_UNKNOWN;
}

/* Every answer of a chain begins anew; only the last one counts. */
static size_t take_header(char *p, size_t size, size_t n, void *own)
{
	struct http *h = own;
	struct span line = span_trim((struct span){ p, n *= size });
	ptrdiff_t at = span_find_char(line, ':');

	h->header_bytes += n;
	if (h->header_bytes > HEADERS_MAX)
		return 0;
	if (span_starts_nocase(line, "HTTP/"))
		h->head = (struct http_head){ .length = HTTP_LENGTH_UNKNOWN };
	else if (at > 0)
		field(&h->head, span_sub(line, 0, (size_t)at),
		      span_trim(span_from(line, (size_t)at + 1)));
	return n;
}

static void trust(struct http *h)
{
	static const struct {
		const char *name;
		CURLoption option;
	} rows[] = {
		{ "SSL_CERT_DIR", CURLOPT_CAPATH },
		{ "SSL_CERT_FILE", CURLOPT_CAINFO },
		{ "CURL_CA_BUNDLE", CURLOPT_CAINFO },
		{ "NETRC", CURLOPT_NETRC_FILE },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		const char *value = getenv(rows[i].name);

		if (value && *value)
			h->c.setopt(h->easy, rows[i].option, value);
	}
}

static void set_up(struct http *h, const char *agent, unsigned stall)
{
	const struct {
		CURLoption option;
		long value;
	} rows[] = {
		{ CURLOPT_NOSIGNAL, 1 },
		{ CURLOPT_NOPROGRESS, 1 },
		{ CURLOPT_FOLLOWLOCATION, 1 },
		{ CURLOPT_MAXREDIRS, HTTP_REDIRECTS },
		{ CURLOPT_PROTOCOLS, CURLPROTO_HTTP | CURLPROTO_HTTPS },
		{ CURLOPT_CONNECTTIMEOUT, stall < CONNECT_SECONDS ? (long)stall : CONNECT_SECONDS },
		{ CURLOPT_LOW_SPEED_LIMIT, SLOW_BYTES },
		{ CURLOPT_LOW_SPEED_TIME, (long)stall },
		{ CURLOPT_BUFFERSIZE, CHUNK },
		{ CURLOPT_NETRC, CURL_NETRC_OPTIONAL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		h->c.setopt(h->easy, rows[i].option, rows[i].value);
	h->c.setopt(h->easy, CURLOPT_USERAGENT, agent);
	h->c.setopt(h->easy, CURLOPT_ERRORBUFFER, h->why);
	h->c.setopt(h->easy, CURLOPT_WRITEFUNCTION, take_body);
	h->c.setopt(h->easy, CURLOPT_WRITEDATA, h);
	h->c.setopt(h->easy, CURLOPT_HEADERFUNCTION, take_header);
	h->c.setopt(h->easy, CURLOPT_HEADERDATA, h);
	trust(h);
}

int http_open(const char *agent, unsigned stall, struct http **ret, struct err *e)
{
	struct http *h = calloc(1, sizeof *h);
	void *handle;

	if (!h)
		return err_set(e, ERR_FAULT, "no memory for a connection");
	if (dl_load(libraries, symbols, sizeof symbols / sizeof *symbols, &h->c, &handle, e)) {
		free(h);
		return err_at(e, "URLs are read with libcurl, which is not installed");
	}
	/* libcurl and what it loaded stay: their clean-up at exit must find their code */
	if (h->c.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
		h->easy = h->c.easy_init();
		h->multi = h->c.multi_init();
	}
	if (!h->easy || !h->multi) {
		http_close(h);
		return err_set(e, ERR_FAULT, "libcurl cannot be started");
	}
	set_up(h, agent, stall);
	*ret = h;
	return 0;
}

void http_close(struct http *h)
{
	if (!h)
		return;
	http_stop(h);
	if (h->easy)
		h->c.easy_cleanup(h->easy);
	if (h->multi)
		h->c.multi_cleanup(h->multi);
	free(h);
}

void http_stop(struct http *h)
{
	if (h->added)
		h->c.remove(h->multi, h->easy);
	h->c.free_all(h->headers);
	h->headers = NULL;
	h->added = h->paused = h->body = h->done = false;
	h->from = h->n = h->header_bytes = 0;
}

static void collect(struct http *h)
{
	CURLMsg *m;
	int left;

	while ((m = h->c.info_read(h->multi, &left)) != NULL)
		if (m->msg == CURLMSG_DONE) {
			h->done = true;
			h->result = m->data.result;
		}
}

/* Lets libcurl work until it has bytes, or the transfer is over. */
static void work(struct http *h)
{
	int running = 0, unused;

	if (h->paused) {
		h->paused = false;
		h->c.pause(h->easy, CURLPAUSE_CONT);
	}
	if (!h->done && h->c.perform(h->multi, &running) != CURLM_OK) {
		h->done = true;
		h->result = CURLE_RECV_ERROR;
	}
	collect(h);
	if (h->done || h->n || h->paused)
		return;
	h->c.poll(h->multi, NULL, 0, WAIT_MS, &unused);
	if (h->tick)
		h->tick(h->tick_own);
}

/* The proxy's answer to CONNECT; 0 where none was sent. */
static long proxy_status(const struct http *h)
{
	long status = 0;

	h->c.getinfo(h->easy, CURLINFO_HTTP_CONNECTCODE, &status);
	return status;
}

static int proxy_refused(long status, struct err *e)
{
	if (status == 401 || status == 407)
		return err_set(e, ERR_MISSING, "the proxy asks for a user and a password "
			       "(HTTP %ld)", status);
	return err_set(e, ERR_MISSING, "the proxy does not let it through (HTTP %ld)", status);
}

static int failed(struct http *h, struct err *e)
{
	if (h->header_bytes > HEADERS_MAX)
		return err_set(e, ERR_MISSING, "the server sends headers without end");
	if (proxy_status(h) >= 300)
		return proxy_refused(proxy_status(h), e);
	if (h->result == CURLE_URL_MALFORMAT)
		return err_set(e, ERR_INPUT, "this URL cannot be understood");
	/* an address in libcurl's words may hold a password */
	return err_set(e, ERR_MISSING, "%s%s", h->why[0] && !strchr(h->why, '@') ? h->why
		       : h->c.strerror(h->result), h->result == CURLE_PEER_FAILED_VERIFICATION ?
		       "; CURL_CA_BUNDLE can name a file of certificates to trust" : "");
}

static bool headers(struct http *h, const char *if_range)
{
	char line[HTTP_FIELD + 16];
	struct curl_slist *l;

	h->headers = h->c.append(NULL, "Accept-Encoding: identity");
	if (!h->headers || !if_range)
		return h->headers != NULL;
	snprintf(line, sizeof line, "If-Range: %s", if_range);
	l = h->c.append(h->headers, line);
	return l != NULL;
}

/* A secure address must not lead to one that is not. */
static long redirects(const char *url)
{
	bool secure = span_starts_nocase(span_of(url), "https:");

	return secure ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS;
}

int http_get(struct http *h, const struct http_ask *ask, struct http_head *ret, struct err *e)
{
	http_stop(h);
	h->why[0] = '\0';
	h->result = CURLE_OK;
	h->head = (struct http_head){ .length = HTTP_LENGTH_UNKNOWN };
	if (!headers(h, ask->if_range) ||
	    h->c.setopt(h->easy, CURLOPT_URL, ask->url) != CURLE_OK ||
	    h->c.setopt(h->easy, CURLOPT_RANGE, ask->range) != CURLE_OK)
		return err_set(e, ERR_FAULT, "no memory for a request");
	h->c.setopt(h->easy, CURLOPT_HTTPHEADER, h->headers);
	h->c.setopt(h->easy, CURLOPT_REDIR_PROTOCOLS, redirects(ask->url));
	if (h->c.add(h->multi, h->easy) != CURLM_OK)
		return err_set(e, ERR_FAULT, "libcurl takes no request");
	h->added = true;
	while (!h->body && !h->done)
		work(h);
	h->c.getinfo(h->easy, CURLINFO_RESPONSE_CODE, &h->head.status);
	if (!h->body && h->result != CURLE_OK)
		return failed(h, e);
	*ret = h->head;
	return 0;
}

long http_read(struct http *h, void *to, size_t n, struct err *e)
{
	while (!h->n && !h->done)
		work(h);
	if (!h->n)
		return h->result == CURLE_OK ? 0 : failed(h, e);
	if (n > h->n)
		n = h->n;
	memcpy(to, h->buffer + h->from, n);
	h->from += n;
	h->n -= n;
	return (long)n;
}

bool http_transient(const struct http *h)
{
	static const CURLcode codes[] = {
		CURLE_COULDNT_CONNECT, CURLE_PARTIAL_FILE, CURLE_HTTP2, CURLE_OPERATION_TIMEDOUT,
		CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2_STREAM,
	};

	if (proxy_status(h) >= 400 && proxy_status(h) < 500)
		return false;
	for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
		if (h->result == codes[i])
			return true;
	return false;
}

void http_tick(struct http *h, void (*tick)(void *own), void *own)
{
	h->tick = tick;
	h->tick_own = own;
}

uint64_t http_received(const struct http *h)
{
	return h->received;
}

const char *http_url(const struct http *h)
{
	char *url = NULL;

	h->c.getinfo(h->easy, CURLINFO_EFFECTIVE_URL, &url);
	return url ? url : "";
}
