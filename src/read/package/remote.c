#include "read/package/remote_private.h"

#include <stdlib.h>
#include <string.h>

#include "os/clock.h"
#include "read/package/http_text.h"

enum { SKIP = 256 << 10, WINDOW = 64 << 10, WINDOW_MAX = 32 << 20 };

/* Bytes of a transfer are remembered as long as they are the beginning of what was announced. */
static void keep(struct remote *r, uint64_t at, const char *p, size_t n)
{
	size_t most = r->ahead_end - r->ahead <= REMOTE_AGAIN ? REMOTE_AGAIN : REMOTE_KEPT;
	struct remote_block *k = &r->kept;

	if (at != k->at + k->n || k->n >= most)
		return;
	if (!k->p && !(k->p = malloc(REMOTE_AGAIN)))
		return;
	if (n > most - k->n)
		n = most - k->n;
	memcpy(k->p + k->n, p, n);
	k->n += n;
}

/* The next n bytes of a transfer for a reader. */
static int stream(struct remote *r, char *to, size_t n, struct err *e)
{
	uint64_t at = r->at;

	if (remote_pull(r, to, n, e))
		return e->code;
	keep(r, at, to, n);
	return 0;
}

static int skip(struct remote *r, size_t n, struct err *e)
{
	char unused[16 << 10] = { 0 };
	int rc = 0;

	while (n && rc == 0) {
		size_t take = n < sizeof unused ? n : sizeof unused;

		rc = stream(r, unused, take, e);
		n -= take;
	}
	return rc;
}

/* The block that holds `at`, or the nearest after it in *next. */
static const struct remote_block *block_at(const struct remote *r, uint64_t at, uint64_t *next)
{
	*next = r->size;
	for (size_t i = 0; i < REMOTE_BLOCKS + 2; i++) {
		const struct remote_block *b = i < REMOTE_BLOCKS ? &r->block[i]
			: i == REMOTE_BLOCKS ? &r->tail : &r->kept;

		if (b->n && at >= b->at && at - b->at < b->n)
			return b;
		if (b->n && b->at > at && b->at < *next)
			*next = b->at;
	}
	return NULL;
}

static int fill_block(struct remote *r, uint64_t at, uint64_t end, struct err *e)
{
	struct remote_block *b = &r->block[r->next_block];
	int rc;

	b->n = 0;
	if (!b->p)
		b->p = malloc(REMOTE_BLOCK);
	if (!b->p)
		return err_set(e, ERR_FAULT, "no memory for a part of a file");
	rc = remote_ask(r, at, end, e);
	if (rc == 0)
		rc = remote_pull(r, b->p, (size_t)(end - at), e);
	if (rc)
		return rc;
	b->at = at;
	b->n = (size_t)(end - at);
	r->next_block = (r->next_block + 1) % REMOTE_BLOCKS;
	return 0;
}

/* Where a request for `at` should begin and end: what is announced, or a growing window. */
static void extent(struct remote *r, uint64_t *at, uint64_t *end, size_t n, uint64_t next)
{
	if (*at >= r->ahead && *at < r->ahead_end) {
		*end = r->ahead_end;
		if (r->ahead_end - r->ahead <= REMOTE_BLOCK)
			*at = r->ahead;
	} else {
		r->window = *at == r->last_end && r->window < WINDOW_MAX ? r->window * 2 : WINDOW;
		*end = *at + (n > r->window ? n : r->window);
	}
	if (*end > next)
		*end = next;
	r->last_end = *end;
}

/* Makes the byte at `at` come next: from a block, or out of a transfer. */
static int begin(struct remote *r, uint64_t at, size_t n, uint64_t next, struct err *e)
{
	uint64_t end;

	if (r->open && at >= r->at && at < r->end && at - r->at <= SKIP)
		return skip(r, (size_t)(at - r->at), e);
	extent(r, &at, &end, n, next);
	return end - at <= REMOTE_BLOCK ? fill_block(r, at, end, e) : remote_ask(r, at, end, e);
}

static int read_all(struct remote *r, uint64_t at, char *p, size_t n, struct err *e)
{
	while (n) {
		uint64_t next;
		const struct remote_block *b = block_at(r, at, &next);
		size_t take = n;

		if (b && take > b->n - (size_t)(at - b->at))
			take = b->n - (size_t)(at - b->at);
		if (b) {
			memcpy(p, b->p + (at - b->at), take);
		} else if (r->open && r->at == at) {
			take = take < r->end - at ? take : (size_t)(r->end - at);
			if (stream(r, p, take, e))
				return e->code;
		} else {
			if (begin(r, at, n, next, e))
				return e->code;
			continue;
		}
		p += take;
		at += take;
		n -= take;
	}
	return 0;
}

/* A server that failed is not asked again for the next entry. */
static int remote_read(struct blob *s, uint64_t at, void *to, size_t n, struct err *e)
{
	struct remote *r = s->own;

	if (!r->failure.code && read_all(r, at, to, n, e))
		r->failure = *e;
	if (r->failure.code)
		*e = r->failure;
	return r->failure.code;
}

/* While the server is silent. */
static void waiting(void *own)
{
	struct remote *r = own;

	if (r->o.progress)
		r->o.progress(r->o.own, r->name, http_received(r->http));
}

static void remote_ahead(struct blob *s, uint64_t at, uint64_t n)
{
	struct remote *r = s->own;

	if (at >= r->ahead && at + n <= r->ahead_end)
		return;
	r->ahead = at;
	r->ahead_end = at + n;
	r->kept.at = at;
	r->kept.n = 0;
}

static void remote_close(struct blob *s)
{
	struct remote *r = s->own;

	http_close(r->http);
	r->http = NULL;
	for (size_t i = 0; i < REMOTE_BLOCKS; i++)
		free(r->block[i].p);
	free(r->kept.p);
}

uint64_t remote_received(const struct blob *s)
{
	return http_received(((const struct remote *)s->own)->http);
}

int remote_open(struct arena *a, const char *url, const struct remote_options *o,
		struct package *p, struct blob *ret, struct err *e)
{
	struct remote *r = arena_alloc(a, sizeof *r);
	struct blob s = { .remote = true, .fd = -1, .own = r, .read = remote_read,
			    .ahead = remote_ahead, .close = remote_close };

	*r = (struct remote){ .arena = a, .package = p, .o = *o, .url = url_address(a, url),
			      .name = url_shown(a, url) };
	r->now = r->url;
	if (o->offline)
		return remote_refuse(r, FORM_OFFLINE, e);
	r->o.stall = o->stall ? o->stall : REMOTE_STALL;
	r->begun = os_clock_ms();
	if (http_open(o->agent, r->o.stall, &r->http, e))
		return e->code;
	http_tick(r->http, waiting, r);
	if (remote_first(r, e)) {
		remote_close(&s);
		return e->code;
	}
	s.name = r->name;
	s.size = r->size;
	s.failure = &r->failure;
	*ret = s;
	return 0;
}
