#include "read/online/fetch.h"

#include <string.h>

#include "base/secret.h"
#include "door/http.h"
#include "door/sha256.h"
#include "fact/err_phrase.h"
#include "os/clock.h"
#include "os/file.h"
#include "os/save.h"
#include "read/package/http_text.h"

enum { PIECE = 64 << 10, CUTS = 3, KEPT_MOST = 64 << 20 };

struct fetch_silent {
	const char *url;
	struct err why;
};

struct fetch {
	struct arena *arena;
	struct fetch_options o;
	struct http *http;
	char *piece;
	ARRAY(struct fetch_silent) silent;
	bool swept;            /* what was kept too long is gone */
};

/* A document that was kept: open where its bytes begin. */
struct kept {
	int file;
	const char *etag;
	struct fetch_head head;
};

/* --- what is kept -------------------------------------------------------------------------- */

/*
 * A file each, named by the sum of the address, since that may hold a token: a line that says what
 * it is, the ETag, the type, where redirects ended (without what may be secret), and then the bytes
 * as they came.
 */
#define KEPT_BEGINS "cudaplan keeps 1\n"

enum { LINES = 4096, NAME = 40, DAYS = 30, DAY = 86400 };

static const char *path_of(const struct fetch *f, const char *url)
{
	char sum[SHA256_HEX];

	sha256_text(span_of(url), sum);
	return arena_printf(f->arena, "%s/%.*s", f->o.cache, NAME, sum);
}

/* An address as it may stand in a file. */
static const char *kept_url(const struct fetch *f, const char *url)
{
	return secret_masked(f->arena, url_shown(f->arena, url));
}

/* Where an address has led; itself, with the user in it, where that is the same place. */
static const char *kept_at(struct fetch *f, const char *url, const char *ended)
{
	return strcmp(kept_url(f, url), kept_url(f, ended)) == 0 ? url : arena_str(f->arena, ended);
}

/* The lines at its beginning; NULL: they are not there. */
static const char *line(struct arena *a, struct span *rest)
{
	ptrdiff_t end = span_find_char(*rest, '\n');
	const char *text;

	if (end < 0)
		return NULL;
	text = arena_span(a, span_sub(*rest, 0, (size_t)end));
	*rest = span_from(*rest, (size_t)end + 1);
	return text;
}

/* Reads them byte after byte, so that the file stands where they end. */
static bool read_lines(struct fetch *f, struct kept *to)
{
	char text[LINES];
	ptrdiff_t n = os_read_at(to->file, text, sizeof text, 0);
	struct span rest = { text, n > 0 ? (size_t)n : 0 };

	if (!span_take(&rest, KEPT_BEGINS))
		return false;
	to->etag = line(f->arena, &rest);
	to->head.type = to->etag ? line(f->arena, &rest) : NULL;
	to->head.url = to->head.type ? line(f->arena, &rest) : NULL;
	to->head.sized = to->head.kept = true;
	n = to->head.url ? rest.p - text : 0;
	return n && os_read(to->file, text, (size_t)n) == n;
}

static bool kept_open(struct fetch *f, const char *url, struct kept *ret)
{
	if (!f->o.cache)
		return false;
	*ret = (struct kept){ .file = os_open(path_of(f, url)) };
	if (ret->file < 0)
		return false;
	if (!read_lines(f, ret)) {
		os_close(&ret->file);
		return false;
	}
	ret->head.url = kept_at(f, url, ret->head.url);
	return true;
}

/* What nobody asked for in so many days is of releases that nobody plans any more. */
static void sweep(struct fetch *f)
{
	OS_FOLDER_AUTO all = os_folder(f->o.cache);
	const char *name;

	if (f->swept)
		return;
	f->swept = true;
	while ((name = os_folder_next(&all))) {
		const char *path = arena_printf(f->arena, "%s/%s", f->o.cache, name);

		if (strspn(name, "0123456789abcdef") == NAME && os_info(path).kind == OS_REGULAR &&
		    os_now() - os_info(path).changed > (int64_t)DAYS * DAY)
			os_remove(path);
	}
}

/* False: it is not to be kept, or cannot be. */
static bool kept_begin(struct fetch *f, const char *url, const struct http_head *h,
		       const struct fetch_head *head, struct os_save *ret)
{
	const char *ended = kept_url(f, head->url);
	char *lines;

	/* a token that a redirect gave is not kept, and nothing below it would be found without */
	if (strcmp(ended, kept_url(f, url)) != 0 &&
	    secret_in(span_of(url_shown(f->arena, head->url))))
		return false;
	if (!f->o.cache || !h->etag[0] || !head->sized ||
	    (h->length != HTTP_LENGTH_UNKNOWN && h->length > KEPT_MOST) ||
	    !os_save_begin(f->arena, path_of(f, url), ret))
		return false;
	sweep(f);
	lines = arena_printf(f->arena, KEPT_BEGINS "%s\n%s\n%s\n", h->etag, head->type, ended);
	return strlen(lines) < LINES && os_save_add(ret, lines, strlen(lines));
}

void fetch_forget(struct fetch *f, const char *url)
{
	if (f->o.cache)
		os_remove(path_of(f, url));
}

/* --- the session --------------------------------------------------------------------------- */

int fetch_open(struct arena *a, const struct fetch_options *o, struct fetch **ret, struct err *e)
{
	struct fetch *f = arena_new(a, struct fetch);

	f->arena = a;
	f->o = *o;
	if (o->offline)
		return ERR_SAY(e, ERR_MISSING, ONLINE_OFFLINE);
	if (http_open(o->agent, o->stall ? o->stall : FETCH_STALL, &f->http, e))
		return e->code;
	f->piece = arena_alloc(a, PIECE);
	*ret = f;
	return 0;
}

void fetch_close(struct fetch *f)
{
	if (f)
		http_close(f->http);
}

/* One that has not answered once is not waited for again. */
static bool is_silent(const struct fetch *f, const char *url, struct err *e)
{
	for (size_t i = 0; i < f->silent.n; i++)
		if (url_same_server(f->silent.v[i].url, url)) {
			*e = f->silent.v[i].why;
			return true;
		}
	return false;
}

static int failed(struct fetch *f, const char *url, struct err *e)
{
	if (http_transient(f->http))
		ARRAY_ADD(f->arena, f->silent) = (struct fetch_silent){ url, *e };
	if (e->code != ERR_FAULT)
		e->code = ERR_MISSING;
	return e->code;
}

/* --- one document -------------------------------------------------------------------------- */

struct transfer {
	struct fetch *f;
	const struct fetch_ask *ask;
	struct http_head head;
	struct kept *old;      /* what is kept of it, or NULL */
	struct os_save save;
	bool saves;
	uint64_t at;           /* bytes that came */
	double begin;          /* ms */
	unsigned cuts;
};

static int refused(const struct transfer *t, struct err *e)
{
	long status = t->head.status;

	return err_say(e, status == 404 || status == 410 ? ERR_NONE : ERR_MISSING,
		       http_status_form(status), (const struct fact[]){ { 0 },
		       SAY(number, ERR_NUMBER((unsigned long long)status)) }, 2);
}

/* What came is given on and kept; one that is not kept does not matter. */
static int give(struct transfer *t, size_t n, struct err *e)
{
	t->at += n;
	if (t->at > t->ask->most)
		return ERR_SAY(e, ERR_MISSING, ONLINE_TOO_LONG);
	if (t->saves && (t->at > KEPT_MOST || !os_save_add(&t->save, t->f->piece, n)))
		t->saves = false;
	return t->ask->take(t->ask->own, t->f->piece, n, e) ? 0 : ERR_MISSING;
}

/* A transfer that was cut goes on by a range, where it is certain that the file is the same. */
static int resume(struct transfer *t, struct err *e)
{
	char range[32];
	struct http_ask ask = { .url = t->ask->url, .range = range, .if_range = t->head.etag,
				.accept = t->ask->accept };
	struct content_range got;
	struct http_head h;

	if (!http_transient(t->f->http) || !http_head_strong(&t->head) || ++t->cuts > CUTS)
		return failed(t->f, t->ask->url, e);
	snprintf(range, sizeof range, "%llu-", (unsigned long long)t->at);
	if (http_get(t->f->http, &ask, &h, e))
		return failed(t->f, t->ask->url, e);
	if (h.status != 206 || !content_range_read(span_of(h.range), &got) || got.unsatisfied ||
	    got.first != t->at || strcmp(h.etag, t->head.etag) != 0)
		return ERR_SAY(e, ERR_MISSING, ONLINE_CUT);
	return 0;
}

static int take_body(struct transfer *t, struct err *e)
{
	long n;

	for (;;) {
		n = http_read(t->f->http, t->f->piece, PIECE, e);
		if (n == 0)
			return 0;
		if (n < 0 ? resume(t, e) : give(t, (size_t)n, e))
			return e->code;
		if (os_clock_ms() - t->begin > FETCH_SECONDS * 1000.0)
			return ERR_SAY(e, ERR_MISSING, SERVER_TOO_SLOW,
				       SAY(size, ERR_NUMBER(t->at)),
				       SAY(number, ERR_NUMBER(FETCH_SECONDS)));
	}
}

static const char *type_of(struct arena *a, const char *header)
{
	struct span s = span_of(header), type;

	return span_next(&s, ';', &type) ? arena_span(a, span_trim(type)) : "";
}

static struct fetch_head head_of(const struct transfer *t, const char *url)
{
	return (struct fetch_head){
		.type = type_of(t->f->arena, t->head.type),
		.url = kept_at(t->f, url, http_url(t->f->http)),
		.sized = t->head.length != HTTP_LENGTH_UNKNOWN || t->head.chunked,
	};
}

static int take_new(struct transfer *t, struct fetch_head *ret, struct err *e)
{
	int rc;

	if (t->head.status != 200)
		return refused(t, e);
	if (!http_head_plain(&t->head))
		return ERR_SAY(e, ERR_MISSING, ONLINE_COMPRESSED);
	*ret = head_of(t, t->ask->url);
	t->saves = kept_begin(t->f, t->ask->url, &t->head, ret, &t->save);
	t->ask->begin(t->ask->own);
	rc = take_body(t, e);
	os_save_end(&t->save, t->saves && rc == 0);
	return rc;
}

/* The one that is kept; damaged, it is forgotten. */
static int take_kept(struct transfer *t, struct fetch_head *ret, struct err *e)
{
	ptrdiff_t n;

	*ret = t->old->head;
	t->ask->begin(t->ask->own);
	while ((n = os_read(t->old->file, t->f->piece, PIECE)) > 0)
		if (give(t, (size_t)n, e)) {
			fetch_forget(t->f, t->ask->url);
			return e->code;
		}
	return n < 0 ? ERR_SAY(e, ERR_MISSING, ONLINE_CUT) : 0;
}

static int ask_server(struct transfer *t, struct fetch_head *ret, struct err *e)
{
	struct http_ask ask = { .url = t->ask->url, .accept = t->ask->accept,
				.if_none_match = t->old ? t->old->etag : NULL };
	int rc;

	if (is_silent(t->f, t->ask->url, e))
		return e->code;
	rc = http_get(t->f->http, &ask, &t->head, e);
	if (rc && http_transient(t->f->http))
		rc = http_get(t->f->http, &ask, &t->head, e);
	if (rc)
		return failed(t->f, t->ask->url, e);
	rc = t->head.status == 304 && t->old ? take_kept(t, ret, e) : take_new(t, ret, e);
	http_stop(t->f->http);
	return rc;
}

int fetch_get(struct fetch *f, const struct fetch_ask *ask, struct fetch_head *ret, struct err *e)
{
	struct kept old;
	struct transfer t = { .f = f, .ask = ask, .save.file = -1, .begin = os_clock_ms() };
	int rc;

	if (kept_open(f, ask->url, &old))
		t.old = &old;
	rc = t.old && ask->for_good ? take_kept(&t, ret, e) : ask_server(&t, ret, e);
	if (t.old)
		os_close(&old.file);
	return rc;
}

/* --- into memory --------------------------------------------------------------------------- */

static void text_begin(void *own)
{
	buf_cut(own, 0);
}

static bool text_take(void *own, const void *p, size_t n, struct err *e)
{
	struct buf *to = own;

	buf_add(to, p, n);
	if (to->failed)
		ERR_SAY(e, ERR_MISSING, ONLINE_TOO_LONG);
	return !to->failed;
}

int fetch_text(struct fetch *f, struct fetch_ask ask, struct buf *to, struct fetch_head *ret,
	       struct err *e)
{
	ask.own = to;
	ask.begin = text_begin;
	ask.take = text_take;
	ask.most = to->max;
	return fetch_get(f, &ask, ret, e);
}

int fetch_first(struct fetch *f, const char *url, void *to, size_t n, size_t *got,
		struct fetch_head *ret, struct err *e)
{
	char range[32];
	struct http_ask ask = { .url = url, .range = range };
	struct transfer t = { .f = f };
	long part;
	int rc;

	snprintf(range, sizeof range, "0-%zu", n - 1);
	*got = 0;
	if (is_silent(f, url, e))
		return e->code;
	if (http_get(f->http, &ask, &t.head, e))
		return failed(f, url, e);
	rc = t.head.status == 200 || t.head.status == 206 ? 0 : refused(&t, e);
	*ret = head_of(&t, url);
	while (rc == 0 && *got < n && (part = http_read(f->http, (char *)to + *got, n - *got, e))) {
		if (part < 0)
			rc = failed(f, url, e);
		else
			*got += (size_t)part;
	}
	http_stop(f->http);
	return rc;
}
