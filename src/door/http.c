#include "door/http_private.h"

#include <string.h>

#include "fact/err_phrase.h"

int http_open(const char *agent, unsigned stall, struct http **ret, struct err *e)
{
	int rc = curl_library_open(agent, stall, ret, e);

	if (rc == ERR_MISSING)
		rc = curl_program_open(agent, stall, ret, e);
	if (rc == ERR_MISSING)
		return err_set(e, ERR_MISSING, "URLs are read with curl, and there is neither its "
			       "library (libcurl.so.4) nor the program curl on PATH; with one of "
			       "them installed it works, as does the path of a file that was "
			       "downloaded otherwise");
	return rc;
}

void http_close(struct http *h)
{
	if (!h)
		return;
	http_stop(h);
	h->way->close(h);
}

void http_stop(struct http *h)
{
	h->way->stop(h);
	h->body = h->done = false;
	h->from = h->n = h->header_bytes = 0;
}

/* Where curl's own words may not be shown: an address in them may hold a password. */
static const char *words(const struct http *h)
{
	static const struct {
		int code;
		const char *words;
	} rows[] = {
		{ 5, "Could not resolve proxy" },
		{ 6, "Could not resolve host" },
		{ HTTP_CODE_COULDNT_CONNECT, "Could not connect to server" },
		{ HTTP_CODE_TIMED_OUT, "Timeout was reached" },
		{ HTTP_CODE_GOT_NOTHING, "Server returned nothing" },
	};

	if (h->why[0] && !strchr(h->why, '@'))
		return h->why;
	return FIRST_TELLS(x, ROWS(rows), h->code == x->code, x->words, "curl cannot read it");
}

static int failed(const struct http *h, struct err *e)
{
	if (h->inward)
		return ERR_SAY(e, ERR_MISSING, LEADS_INWARD);
	if (h->header_bytes > HTTP_HEADERS_MAX)
		return err_set(e, ERR_MISSING, "the server sends headers without end");
	if (h->proxy >= 300) {
		const char *number = ERR_NUMBER((unsigned long long)h->proxy);

		if (h->proxy == 401 || h->proxy == 407)
			return ERR_SAY(e, ERR_MISSING, PROXY_ASKS_USER, SAY(number, number));
		return ERR_SAY(e, ERR_MISSING, PROXY_REFUSES, SAY(number, number));
	}
	if (h->code == HTTP_CODE_URL_MALFORMAT)
		return err_set(e, ERR_INPUT, "this URL cannot be understood");
	if (h->code == HTTP_CODE_PEER_FAILED_VERIFICATION)
		return ERR_SAY(e, ERR_MISSING, CERTIFICATE_REFUSED, SAY(why, words(h)));
	return err_set(e, ERR_MISSING, "%s", words(h));
}

int http_get(struct http *h, const struct http_ask *ask, struct http_head *ret, struct err *e)
{
	http_stop(h);
	h->why[0] = '\0';
	h->code = HTTP_CODE_OK;
	h->proxy = 0;
	h->asked = ask->url;
	h->inward = false;
	h->head = (struct http_head){ .length = HTTP_LENGTH_UNKNOWN };
	if (h->way->begin(h, ask, e))
		return e->code;
	while (!h->body && !h->done)
		h->way->work(h);
	if (h->inward || (!h->body && h->code != HTTP_CODE_OK))
		return failed(h, e);
	*ret = h->head;
	return 0;
}

long http_read(struct http *h, void *to, size_t n, struct err *e)
{
	while (!h->n && !h->done)
		h->way->work(h);
	if (!h->n)
		return h->code == HTTP_CODE_OK ? 0 : failed(h, e);
	if (n > h->n)
		n = h->n;
	memcpy(to, h->buffer + h->from, n);
	h->from += n;
	h->n -= n;
	return (long)n;
}

bool http_transient(const struct http *h)
{
	static const enum http_code codes[] = {
		HTTP_CODE_COULDNT_CONNECT, HTTP_CODE_PARTIAL_FILE, HTTP_CODE_HTTP2,
		HTTP_CODE_TIMED_OUT, HTTP_CODE_GOT_NOTHING, HTTP_CODE_SEND_ERROR,
		HTTP_CODE_RECV_ERROR, HTTP_CODE_HTTP2_STREAM,
	};

	if (h->inward || (h->proxy >= 400 && h->proxy < 500))
		return false;
	return ANY(x, ROWS(codes), h->code == (int)*x);
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
	return h->way->url(h);
}
