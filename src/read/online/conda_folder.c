/*
 * A folder of a conda channel: by shards, of which each has what one name has (CEP 16), else by
 * repodata.json.zst, else by repodata.json.
 */
#include <string.h>

#include "door/sha256.h"
#include "door/zstd.h"
#include "fact/conda_build.h"
#include "fact/err_phrase.h"
#include "fact/package.h"
#include "read/online/ask.h"
#include "read/online/repodata.h"
#include "read/online/shards.h"
#include "read/package/http_text.h"

enum { SHARDS_MAX = 64 << 20, SHARD_MAX = 16 << 20 };
#define REPODATA_MOST ((uint64_t)2 << 30)

/* One folder while it is asked. */
struct folder {
	struct arena *a;
	struct fetch *f;
	const char *url, *name;
	const struct online_file *const *of;
	size_t n;
	struct online_answer *answers;
};

/* The first byte decides nearly always. */
static void see(void *own, struct span file)
{
	struct folder *d = own;
	struct span stem = file;

	if (!conda_take_end(&stem))
		return;
	for (size_t i = 0; i < d->n; i++)
		if (span_starts(file, d->of[i]->name) && d->answers[i].state != ONLINE_THERE &&
		    online_is_conda(d->of[i], stem)) {
			d->answers[i].state = ONLINE_THERE;
			d->answers[i].file = arena_span(d->a, file);
		}
}

/* The addresses of those that are there, below what the folder says, or itself. */
static void finish(struct folder *d, const struct fetch_head *h, struct span base)
{
	for (size_t i = 0; i < d->n; i++) {
		struct online_answer *to = &d->answers[i];

		to->from = online_other_host(d->a, d->url, h->url);
		if (to->state != ONLINE_THERE) {
			to->state = ONLINE_NOT_THERE;
			to->why = PHRASE(d->a, ONLINE_NO_VERSION, SAY(url, to->at));
			continue;
		}
		to->url = online_join(d->a, h->url, base, span_of(to->file));
	}
}

/* --- repodata ------------------------------------------------------------------------------ */

struct stream {
	struct folder *d;
	bool packed;
	struct zstd_stream *zstd;
	struct repodata r;
};

static bool add(void *own, const void *p, size_t n)
{
	struct stream *s = own;

	return repodata_add(&s->r, p, n);
}

static void stream_begin(void *own)
{
	struct stream *s = own;

	zstd_stream_close(s->zstd);
	s->zstd = s->packed ? zstd_stream_open() : NULL;
	repodata_start(&s->r, see, s->d);
	for (size_t i = 0; i < s->d->n; i++)
		s->d->answers[i].state = ONLINE_NOT_ASKED;
}

static bool stream_take(void *own, const void *p, size_t n, struct err *e)
{
	struct stream *s = own;
	bool ok = s->packed ? s->zstd && zstd_stream_add(s->zstd, p, n, add, s) : add(s, p, n);

	if (!ok)
		ERR_SAY(e, ERR_MISSING, ONLINE_NO_REPODATA);
	return ok;
}

/* ERR_NONE: there is no such file. */
static int ask_repodata(struct folder *d, const char *name, bool packed, struct err *e)
{
	struct stream s = { .d = d, .packed = packed };
	struct fetch_ask ask = {
		.url = online_below(d->a, d->url, name, NULL), .most = REPODATA_MOST, .own = &s,
		.begin = stream_begin, .take = stream_take,
	};
	struct fetch_head h;
	int rc = fetch_get(d->f, &ask, &h, e);

	if (rc == 0 && packed && (!s.zstd || !zstd_stream_ended(s.zstd)))
		rc = ERR_SAY(e, ERR_MISSING, ONLINE_CUT);
	zstd_stream_close(s.zstd);
	if (rc == 0 && !repodata_whole(&s.r))
		rc = s.r.failed || !s.r.began || s.r.ended ?
			ERR_SAY(e, ERR_MISSING, ONLINE_NO_REPODATA) :
			ERR_SAY(e, ERR_MISSING, ONLINE_CUT);
	/* A channel's own word on which folder it is; mirrors have served that of another. */
	if (rc == 0 && s.r.subdir[0] && strcmp(s.r.subdir, d->name) != 0)
		rc = ERR_SAY(e, ERR_MISSING, ONLINE_OTHER_FOLDER,
			     SAY(have, arena_str(d->a, s.r.subdir)), SAY(need, d->name));
	if (rc == 0)
		finish(d, &h, span_of(arena_str(d->a, s.r.base_url)));
	else if (rc != ERR_NONE)
		fetch_forget(d->f, ask.url);
	return rc;
}

/* --- shards -------------------------------------------------------------------------------- */

static bool fill(void *own, const void *p, size_t n)
{
	struct buf *to = own;

	buf_add(to, p, n);
	return !to->failed;
}

static bool unpack(struct span packed, struct buf *to)
{
	struct zstd_stream *z = zstd_stream_open();
	bool ok = z && zstd_stream_add(z, packed.p, packed.n, fill, to) && zstd_stream_ended(z);

	zstd_stream_close(z);
	return ok;
}

/* What a shard's name says is what it holds. */
static int ask_shard(struct folder *d, const char *url, const char *sum, struct err *e)
{
	BUF_AUTO packed = BUF(SHARD_MAX);
	BUF_AUTO bytes = BUF(SHARDS_MAX);
	struct fetch_head h;
	char is[SHA256_HEX];
	int rc = fetch_text(d->f, (struct fetch_ask){ .url = url, .for_good = true }, &packed, &h,
			    e);

	if (rc)
		return rc == ERR_NONE ? (e->code = ERR_MISSING) : rc;
	sha256_text(buf_view(&packed), is);
	if (strcmp(is, sum) != 0 || !unpack(buf_view(&packed), &bytes) ||
	    !shard_files(buf_view(&bytes), see, d)) {
		fetch_forget(d->f, url);
		return ERR_SAY(e, ERR_MISSING, ONLINE_NO_SHARD);
	}
	return 0;
}

static int ask_each(struct folder *d, const struct shards *s, const char *at, struct err *e)
{
	int rc = 0;

	for (size_t i = 0; rc == 0 && i < d->n; i++) {
		char sum[SHARD_SUM];
		const char *name;

		if (!shards_find(s, span_of(d->of[i]->name), sum))
			continue;
		name = arena_printf(d->a, "%s.msgpack.zst", sum);
		rc = ask_shard(d, online_join(d->a, at, s->shards_base, span_of(name)), sum, e);
	}
	return rc;
}

/* ERR_NONE: it has no shards. */
static int ask_shards(struct folder *d, struct err *e)
{
	BUF_AUTO packed = BUF(SHARD_MAX);
	BUF_AUTO bytes = BUF(SHARDS_MAX);
	const char *url = online_below(d->a, d->url, "repodata_shards.msgpack.zst", NULL);
	struct fetch_head h;
	struct shards s;
	int rc = fetch_text(d->f, (struct fetch_ask){ .url = url }, &packed, &h, e);

	if (rc)
		return rc;
	if (!unpack(buf_view(&packed), &bytes) || !shards_read(buf_view(&bytes), &s)) {
		fetch_forget(d->f, url);
		return ERR_SAY(e, ERR_MISSING, ONLINE_NO_REPODATA);
	}
	if (s.subdir.n && !span_is(s.subdir, d->name))
		return ERR_SAY(e, ERR_MISSING, ONLINE_OTHER_FOLDER,
			       SAY(have, arena_span(d->a, s.subdir)), SAY(need, d->name));
	rc = ask_each(d, &s, h.url, e);
	if (rc == 0)
		finish(d, &h, s.base);
	return rc;
}

/* --- all ----------------------------------------------------------------------------------- */

/* That there is none of a form says less than what is wrong with another. */
static int ask_form(struct folder *d, const char *name, bool packed, struct err *first)
{
	struct err e;
	int rc = ask_repodata(d, name, packed, &e);

	if (rc && first->code == ERR_NONE)
		*first = e;
	return rc;
}

/* Shards that are damaged say nothing of the other forms, which older programs read. */
void online_folder(struct arena *a, struct fetch *f, const char *channel, const char *folder,
		   const struct online_file *const *of, size_t n, struct online_answer *ret)
{
	struct folder d = { a, f, online_below(a, channel, folder, ""), folder, of, n, ret };
	struct err e = { 0 }, first;
	int rc;

	for (size_t i = 0; i < n; i++)
		ret[i] = (struct online_answer){ .at = url_shown(a, channel) };
	rc = ask_shards(&d, &e);
	first = e;
	if (rc)
		rc = ask_form(&d, "repodata.json.zst", true, &first);
	if (rc)
		rc = ask_form(&d, "repodata.json", false, &first);
	if (rc) {
		for (size_t i = 0; i < d.n; i++) {
			d.answers[i].state = ONLINE_NOT_ASKED;
			d.answers[i].why = err_phrase(d.a, &first);
		}
	}
}
