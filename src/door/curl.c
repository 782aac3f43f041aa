/* Requests by libcurl, which is opened when it is needed. */
#include "door/http_private.h"

#define CURL_DISABLE_DEPRECATION
#include <curl/curl.h>
#include <stdlib.h>
#include <string.h>

#include "fact/err_phrase.h"
#include "os/dl.h"
#include "os/variable.h"

enum { CHUNK = 64 << 10 };

_Static_assert(HTTP_CODE_URL_MALFORMAT == (int)CURLE_URL_MALFORMAT &&
	       HTTP_CODE_COULDNT_CONNECT == (int)CURLE_COULDNT_CONNECT &&
	       HTTP_CODE_HTTP2 == (int)CURLE_HTTP2 &&
	       HTTP_CODE_PARTIAL_FILE == (int)CURLE_PARTIAL_FILE &&
	       HTTP_CODE_TIMED_OUT == (int)CURLE_OPERATION_TIMEDOUT &&
	       HTTP_CODE_GOT_NOTHING == (int)CURLE_GOT_NOTHING &&
	       HTTP_CODE_SEND_ERROR == (int)CURLE_SEND_ERROR &&
	       HTTP_CODE_RECV_ERROR == (int)CURLE_RECV_ERROR &&
	       HTTP_CODE_PEER_FAILED_VERIFICATION == (int)CURLE_PEER_FAILED_VERIFICATION &&
	       HTTP_CODE_HTTP2_STREAM == (int)CURLE_HTTP2_STREAM, "codes as libcurl has them");

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

static const char *const libraries[] = { "libcurl.so.4", "libcurl-gnutls.so.4" };

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

struct curl {
	struct http h;
	struct functions c;
	CURL *easy;
	CURLM *multi;
	struct curl_slist *headers;
	bool added, paused;
	char why[CURL_ERROR_SIZE];
};

static struct curl *curl_of(struct http *h)
{
	return (struct curl *)(void *)h;
}

static size_t take_body(char *p, size_t size, size_t n, void *own)
{
	struct curl *u = own;
	struct http *h = &u->h;

	n *= size;
	h->body = true;
	if (h->from) {
		memmove(h->buffer, h->buffer + h->from, h->n);
		h->from = 0;
	}
	if (n > HTTP_ROOM - h->n) {
		u->paused = true;
		return CURL_WRITEFUNC_PAUSE;
	}
	memcpy(h->buffer + h->n, p, n);
	h->n += n;
	h->received += n;
	return n;
}

static size_t take_header(char *p, size_t size, size_t n, void *own)
{
	struct http *h = own;

	h->header_bytes += n *= size;
	if (h->header_bytes > HTTP_HEADERS_MAX)
		return 0;
	http_header(h, span_trim((struct span){ p, n }));
	return h->inward ? 0 : n; /* before it is followed */
}

static void trust(struct curl *u)
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
		const char *value = os_variable(rows[i].name);

		if (value && *value)
			u->c.setopt(u->easy, rows[i].option, value);
	}
}

static void set_up(struct curl *u, const char *agent, unsigned stall)
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
		{ CURLOPT_CONNECTTIMEOUT,
		  stall < HTTP_CONNECT_SECONDS ? (long)stall : HTTP_CONNECT_SECONDS },
		{ CURLOPT_LOW_SPEED_LIMIT, HTTP_SLOW_BYTES },
		{ CURLOPT_LOW_SPEED_TIME, (long)stall },
		{ CURLOPT_BUFFERSIZE, CHUNK },
		{ CURLOPT_NETRC, CURL_NETRC_OPTIONAL },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		u->c.setopt(u->easy, rows[i].option, rows[i].value);
	u->c.setopt(u->easy, CURLOPT_USERAGENT, agent);
	u->c.setopt(u->easy, CURLOPT_ERRORBUFFER, u->why);
	u->c.setopt(u->easy, CURLOPT_WRITEFUNCTION, take_body);
	u->c.setopt(u->easy, CURLOPT_WRITEDATA, u);
	u->c.setopt(u->easy, CURLOPT_HEADERFUNCTION, take_header);
	u->c.setopt(u->easy, CURLOPT_HEADERDATA, u);
	trust(u);
}

static void stop(struct http *h)
{
	struct curl *u = curl_of(h);

	if (u->added)
		u->c.remove(u->multi, u->easy);
	u->c.free_all(u->headers);
	u->headers = NULL;
	u->added = u->paused = false;
}

static void free_all(struct http *h)
{
	struct curl *u = curl_of(h);

	if (u->easy)
		u->c.easy_cleanup(u->easy);
	if (u->multi)
		u->c.multi_cleanup(u->multi);
	free(u);
}

static void finish(struct curl *u)
{
	struct http *h = &u->h;

	u->c.getinfo(u->easy, CURLINFO_HTTP_CONNECTCODE, &h->proxy);
	if (h->code != HTTP_CODE_OK)
		snprintf(h->why, sizeof h->why, "%s", u->why[0] && !strchr(u->why, '@') ? u->why :
			 u->c.strerror((CURLcode)h->code));
}

static void work(struct http *h)
{
	struct curl *u = curl_of(h);
	int running = 0, left, unused;
	CURLMsg *m;

	if (u->paused) {
		u->paused = false;
		u->c.pause(u->easy, CURLPAUSE_CONT);
	}
	if (!h->done && u->c.perform(u->multi, &running) != CURLM_OK) {
		h->done = true;
		h->code = HTTP_CODE_RECV_ERROR;
	}
	while ((m = u->c.info_read(u->multi, &left)) != NULL)
		if (m->msg == CURLMSG_DONE) {
			u->h.done = true;
			u->h.code = (int)m->data.result;
		}
	u->c.getinfo(u->easy, CURLINFO_RESPONSE_CODE, &h->head.status);
	if (h->done)
		finish(u);
	if (h->done || h->n || u->paused)
		return;
	u->c.poll(u->multi, NULL, 0, HTTP_WAIT_MS, &unused);
	http_ticked(h);
}

static bool header(struct curl *u, const char *name, const char *value)
{
	char line[HTTP_FIELD + 32];
	struct curl_slist *l;

	if (!value)
		return true;
	snprintf(line, sizeof line, "%s: %s", name, value);
	l = u->c.append(u->headers, line);
	if (l)
		u->headers = l;
	return l != NULL;
}

static bool headers(struct curl *u, const struct http_ask *ask)
{
	u->headers = NULL;
	return header(u, "Accept-Encoding", "identity") && header(u, "Accept", ask->accept) &&
	       header(u, "If-Range", ask->if_range) &&
	       header(u, "If-None-Match", ask->if_none_match);
}

static int begin(struct http *h, const struct http_ask *ask, struct err *e)
{
	struct curl *u = curl_of(h);

	u->why[0] = '\0';
	if (!headers(u, ask) ||
	    u->c.setopt(u->easy, CURLOPT_URL, ask->url) != CURLE_OK ||
	    u->c.setopt(u->easy, CURLOPT_RANGE, ask->range) != CURLE_OK)
		return err_set(e, ERR_FAULT, "no memory for a request");
	u->c.setopt(u->easy, CURLOPT_HTTPHEADER, u->headers);
	/* A secure address must not lead to one that is not. */
	u->c.setopt(u->easy, CURLOPT_REDIR_PROTOCOLS,
		    http_secure(ask->url) ? CURLPROTO_HTTPS : CURLPROTO_HTTP | CURLPROTO_HTTPS);
	if (u->c.add(u->multi, u->easy) != CURLM_OK)
		return err_set(e, ERR_FAULT, "libcurl takes no request");
	u->added = true;
	return 0;
}

static const char *url(const struct http *h)
{
	const struct curl *u = (const struct curl *)(const void *)h;
	char *at = NULL;

	u->c.getinfo(u->easy, CURLINFO_EFFECTIVE_URL, &at);
	return at ? at : "";
}

/* One that lacks a function that is needed is passed over too. */
static int load(struct functions *c, struct err *e)
{
	int rc = ERR_MISSING;
	void *handle;

	for (size_t i = 0; rc && i < sizeof libraries / sizeof *libraries; i++) {
		const char *const one[] = { libraries[i], NULL };

		rc = dl_load(one, symbols, sizeof symbols / sizeof *symbols, c, &handle, e);
	}
	return rc;
}

int curl_library_open(const char *agent, unsigned stall, struct http **ret, struct err *e)
{
	static const struct http_way way = { begin, work, stop, url, free_all };
	struct curl *u = calloc(1, sizeof *u);

	if (!u)
		return ERR_SAY(e, ERR_FAULT, NO_MEMORY_TO_CONNECT);
	u->h.way = &way;
	if (load(&u->c, e)) {
		free(u);
		return ERR_MISSING;
	}
	/* libcurl and what it loaded stay: their clean-up at exit must find their code */
	if (u->c.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK) {
		u->easy = u->c.easy_init();
		u->multi = u->c.multi_init();
	}
	if (!u->easy || !u->multi) {
		free_all(&u->h);
		return err_set(e, ERR_FAULT, "libcurl cannot be started");
	}
	set_up(u, agent, stall);
	*ret = &u->h;
	return 0;
}
