/*
 * One transfer: what is asked, whether the answer is one to it, its bytes, and what to do if it is
 * not one or is cut.
 */
#include "read/package/remote_private.h"

#include <stdio.h>
#include <string.h>

#include "base/span.h"
#include "fact/err_phrase.h"
#include "os/clock.h"
#include "read/package/http_text.h"

enum { ATTEMPTS = 3, WAIT_MAX = 10 };
enum { IDLE_CUTS = 3, CUTS = 20, PROGRESS = 16 << 10 };

enum verdict { ANSWERED, AGAIN, REFUSED };

int remote_refuse(const struct remote *r, enum form why, struct err *e)
{
	err_say(e, ERR_MISSING, why, NULL, 0);
	return err_at(e, "%s", r->name);
}

/* The server's ranges are at fault, as *e says: that has a code of its own. */
static int no_ranges(struct remote *r, struct err *e)
{
	const struct phrase *why = phrase_keep(r->arena, err_phrase(r->arena, e));

	package_find(r->arena, r->package, CP409, NULL, NULL,
		     PHRASE(r->arena, WHY_ALONE, SAY_PHRASE(why, why)));
	err_within(e, FORM_NO_RANGES, "");
	return err_at(e, "%s", r->name);
}

static bool passing(long status)
{
	return status == 429 || status == 500 || status == 502 || status == 503 || status == 504;
}

/* Seconds until the next attempt; a server that wants more than is sensible is not waited for. */
static bool wait_for(struct remote *r, const struct http_head *h)
{
	uint64_t seconds = 1;

	if (r->attempts + 1 >= ATTEMPTS ||
	    (h->retry_after[0] && !span_u64(span_of(h->retry_after), &seconds)) ||
	    seconds > WAIT_MAX)
		return false;
	r->attempts++;
	http_stop(r->http);
	os_sleep((unsigned)seconds);
	return true;
}

/* An address that a redirect gave may have expired: the one that was given leads to a new one. */
static bool expired(struct remote *r, long status)
{
	if (r->now == r->url || status < 400 || status > 410)
		return false;
	r->now = r->url;
	return true;
}

static enum verdict refused(struct remote *r, const struct http_head *h, struct err *e)
{
	if (expired(r, h->status) || (passing(h->status) && wait_for(r, h)))
		return AGAIN;
	err_say(e, ERR_MISSING, http_status_form(h->status), (const struct fact[]){ { 0 },
		SAY(number, ERR_NUMBER((unsigned long long)h->status)) }, 2);
	if (h->retry_after[0])
		err_within(e, ascii_digit(h->retry_after[0]) ? FORM_ASKS_TO_WAIT_S :
			   FORM_ASKS_TO_WAIT, h->retry_after);
	err_at(e, "%s", r->name);
	return REFUSED;
}

/* Sends it, again where the network failed. The head is there after ANSWERED. */
static enum verdict send(struct remote *r, const char *range, struct http_head *h, struct err *e)
{
	struct http_ask ask = { .url = r->now, .range = range,
				.if_range = r->validator[0] ? r->validator : NULL };

	if (http_get(r->http, &ask, h, e) == 0)
		return ANSWERED;
	if (http_transient(r->http) && ++r->attempts < ATTEMPTS)
		return AGAIN;
	err_at(e, "%s", r->name);
	return REFUSED;
}

/*
 * Later requests go straight to where the redirects ended; where the password is needed again, the
 * way there is gone again.
 */
static void follow(struct remote *r)
{
	const char *at = http_url(r->http);

	if (url_has_user(r->url) && url_same_server(at, r->url))
		r->now = r->url;
	else if (strcmp(at, r->now) != 0)
		r->now = strcmp(at, r->url) == 0 ? r->url : arena_str(r->arena, at);
}

static void remember(struct remote *r, const struct http_head *h)
{
	const char *v = http_head_strong(h) ? h->etag : h->modified;

	memcpy(r->validator, v, strlen(v) + 1);
	r->dated = !http_head_strong(h);
	r->attempts = 0;
	follow(r);
}

static int wrong_range(struct remote *r, const struct http_head *h, const char *asked,
		       struct err *e)
{
	bool last = asked[0] == '-';
	const char *sent = h->range[0] ? h->range : NULL;

	if (h->status == 416)
		ERR_SAY(e, ERR_MISSING, RANGE_OF_NONE, SAY(asked, asked));
	else if (last)
		ERR_SAY(e, ERR_MISSING, RANGE_OF_LAST_DIFFERS, SAY(asked, asked + 1),
			SAY(have, sent));
	else
		ERR_SAY(e, ERR_MISSING, RANGE_DIFFERS, SAY(asked, asked), SAY(have, sent));
	return no_ranges(r, e);
}

static int compressed(struct remote *r, struct err *e)
{
	ERR_SAY(e, ERR_MISSING, RANGES_COMPRESSED);
	return no_ranges(r, e);
}

static int changed(struct remote *r, struct err *e)
{
	return remote_refuse(r, FORM_SERVER_FILE_CHANGED, e);
}

static int other_length(const struct remote *r, const struct http_head *h, struct err *e)
{
	ERR_SAY(e, ERR_MISSING, SERVER_OTHER_LENGTH, SAY(have, ERR_NUMBER(h->length)),
		SAY(asked, h->range));
	return err_at(e, "%s", r->name);
}

/* A server that does not know If-Range tells so by what it sends. */
static bool other_file(const struct remote *r, const struct http_head *h)
{
	const char *is = r->dated ? h->modified : h->etag;

	return r->validator[0] && is[0] && strcmp(is, r->validator) != 0;
}

/* The answer to a request for [at, end) of a file whose size is known. */
static int check(struct remote *r, const struct http_head *h, const char *asked, struct err *e)
{
	struct content_range c;

	if (h->status == 200) {
		/* 200 to a request for a part: another file by now, or no ranges any more. */
		if (r->validator[0] && strcmp(h->etag, r->validator) != 0 &&
		    strcmp(h->modified, r->validator) != 0)
			return changed(r, e);
		ERR_SAY(e, ERR_MISSING, RANGES_NO_LONGER);
		return no_ranges(r, e);
	}
	if (other_file(r, h))
		return changed(r, e);
	if (!http_head_plain(h))
		return compressed(r, e);
	if (!content_range_read(span_of(h->range), &c))
		return wrong_range(r, h, asked, e);
	if (c.size != r->size)
		return changed(r, e);
	if (c.unsatisfied || c.first != r->at || c.last + 1 != r->end)
		return wrong_range(r, h, asked, e);
	if (h->length != HTTP_LENGTH_UNKNOWN && h->length != r->end - r->at)
		return other_length(r, h, e);
	r->checks_end = h->length == HTTP_LENGTH_UNKNOWN;
	r->attempts = 0;
	follow(r);
	return 0;
}

/* A server may bring just enough never to count as silent. */
static int in_time(const struct remote *r, struct err *e)
{
	uint64_t got = http_received(r->http);
	double seconds = (os_clock_ms() - r->begun) / 1000;

	if (seconds <= (double)r->o.stall * REMOTE_STALLS + (double)got / REMOTE_PACE)
		return 0;
	ERR_SAY(e, ERR_MISSING, SERVER_TOO_SLOW, SAY(size, ERR_NUMBER(got)),
		SAY(number, ERR_NUMBER((unsigned long long)seconds)));
	return err_at(e, "%s", r->name);
}

int remote_ask(struct remote *r, uint64_t at, uint64_t end, struct err *e)
{
	enum verdict v = AGAIN;
	struct http_head h;
	char range[64];
	int rc = 0;

	r->at = at;
	r->end = end;
	r->open = false;
	if (in_time(r, e))
		return e->code;
	snprintf(range, sizeof range, "%llu-%llu", (unsigned long long)at,
		 (unsigned long long)end - 1);
	while (v == AGAIN) {
		v = send(r, range, &h, e);
		if (v == ANSWERED && h.status != 200 && h.status != 206 && h.status != 416)
			v = refused(r, &h, e);
	}
	if (v == REFUSED)
		return e->code;
	rc = check(r, &h, range, e);
	r->open = rc == 0;
	return rc;
}

static int budget(struct remote *r, struct err *e)
{
	uint64_t got = http_received(r->http);

	if (r->o.progress)
		r->o.progress(r->o.own, r->name, got);
	if (!r->o.most || got <= r->o.most)
		return 0;
	return err_set(e, ERR_USAGE, "%s: more than %llu MB of its %llu MB would have to be read; "
		       "--depth exact does that", r->name, (unsigned long long)r->o.most / 1000000,
		       (unsigned long long)r->size / 1000000);
}

/* A transfer that has brought all that it was to bring must end there. */
static int finish(struct remote *r, struct err *e)
{
	char more;
	long n;

	r->open = false;
	if (!r->checks_end) {
		http_read(r->http, &more, 1, e);
		return 0;
	}
	n = http_read(r->http, &more, 1, e);
	if (n > 0)
		return remote_refuse(r, FORM_SERVER_SENDS_MORE, e);
	return 0;
}

/* Goes on where the transfer was cut, unless that brings nothing or happens too often. */
static int resume(struct remote *r, struct err *e)
{
	bool idle = r->at >= r->resumed && r->at - r->resumed < PROGRESS;
	struct err why = *e;

	r->idle_cuts = idle ? r->idle_cuts + 1 : 1;
	if (!http_transient(r->http) || r->idle_cuts >= IDLE_CUTS || ++r->cuts > CUTS) {
		ERR_SAY(e, why.code, TRANSFER_CUT, SAY(at, ERR_NUMBER(r->at)),
			SAY(size, ERR_NUMBER(r->size)), SAY(why, why.text));
		return err_at(e, "%s", r->name);
	}
	r->resumed = r->at;
	return remote_ask(r, r->at, r->end, e);
}

static long some(struct remote *r, void *to, size_t n, struct err *e)
{
	long got = http_read(r->http, to, n, e);

	if (got > 0) {
		r->at += (uint64_t)got;
		return got;
	}
	if (got < 0)
		return resume(r, e);
	ERR_SAY(e, ERR_MISSING, SERVER_SENDS_LESS, SAY(at, ERR_NUMBER(r->at)),
		SAY(size, ERR_NUMBER(r->size)));
	return err_at(e, "%s", r->name);
}

int remote_pull(struct remote *r, void *to, size_t n, struct err *e)
{
	char *p = to;

	while (n) {
		long got = some(r, p, n, e);

		if (got < 0 || budget(r, e) || in_time(r, e)) {
			r->open = false;
			return e->code;
		}
		p += got;
		n -= (size_t)got;
	}
	return r->at == r->end ? finish(r, e) : 0;
}

static int start(struct remote *r, uint64_t at, uint64_t n, uint64_t size, struct err *e)
{
	if (size == 0)
		return remote_refuse(r, FORM_SERVER_FILE_EMPTY, e);
	r->size = size;
	r->at = at;
	r->end = at + n;
	r->open = true;
	r->tail = (struct remote_block){ at, (size_t)n, arena_alloc(r->arena, (size_t)n) };
	return remote_pull(r, r->tail.p, (size_t)n, e);
}

/* 200: ranges are not served. A small file can be had whole. */
static int whole(struct remote *r, const struct http_head *h, struct err *e)
{
	char size[24];

	if (h->length <= REMOTE_WHOLE)
		return start(r, 0, h->length, h->length, e);
	snprintf(size, sizeof size, "%.1f", (double)h->length / 1e6);
	if (h->length == HTTP_LENGTH_UNKNOWN)
		ERR_SAY(e, ERR_MISSING, RANGES_OF_UNKNOWN);
	else
		ERR_SAY(e, ERR_MISSING, RANGES_OF_ALL, SAY(size, size));
	return no_ranges(r, e);
}

static int tail(struct remote *r, const struct http_head *h, const char *asked, struct err *e)
{
	struct content_range c;
	uint64_t n;

	if (!content_range_read(span_of(h->range), &c) || c.unsatisfied)
		return wrong_range(r, h, asked, e);
	n = c.last + 1 - c.first;
	if (c.last + 1 != c.size || n > REMOTE_TAIL)
		return wrong_range(r, h, asked, e);
	if (h->length != HTTP_LENGTH_UNKNOWN && h->length != n)
		return other_length(r, h, e);
	r->checks_end = h->length == HTTP_LENGTH_UNKNOWN;
	return start(r, c.first, n, c.size, e);
}

/* The server takes no suffix ranges: its answer, or one to the first byte, says the size. */
static int from_front(struct remote *r, const struct http_head *refusal, struct err *e)
{
	struct content_range c;
	struct http_head h;
	uint64_t n;

	if (refusal->status != 416 || !content_range_read(span_of(refusal->range), &c)) {
		if (send(r, "0-0", &h, e) != ANSWERED)
			return e->code;
		if (h.status >= 400)
			return refused(r, &h, e) == REFUSED ? e->code : from_front(r, refusal, e);
		if (h.status != 206 || !content_range_read(span_of(h.range), &c)) {
			ERR_SAY(e, ERR_MISSING, RANGE_OF_ONE);
			return no_ranges(r, e);
		}
		remember(r, &h);
	}
	if (c.size == 0)
		return remote_refuse(r, FORM_SERVER_FILE_EMPTY, e);
	n = c.size < REMOTE_TAIL ? c.size : REMOTE_TAIL;
	r->size = c.size;
	if (remote_ask(r, c.size - n, c.size, e))
		return e->code;
	return start(r, c.size - n, n, c.size, e);
}

int remote_first(struct remote *r, struct err *e)
{
	enum verdict v = AGAIN;
	struct http_head h;
	char range[32];

	snprintf(range, sizeof range, "-%d", REMOTE_TAIL);
	while (v == AGAIN) {
		v = send(r, range, &h, e);
		if (v == ANSWERED && (h.status == 400 || h.status == 416 || h.status == 501))
			return from_front(r, &h, e);
		if (v == ANSWERED && h.status != 200 && h.status != 206)
			v = refused(r, &h, e);
	}
	if (v == REFUSED)
		return e->code;
	if (!http_head_plain(&h))
		return compressed(r, e);
	remember(r, &h);
	return h.status == 200 ? whole(r, &h, e) : tail(r, &h, range, e);
}
