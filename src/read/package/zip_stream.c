/* The contents of one entry of a ZIP file. */
#include "read/package/zip_private.h"

#include <string.h>

#include "base/buf.h"
#include "base/bytes.h"
#include "door/inflate.h"
#include "fact/err_phrase.h"
#include "read/package/member.h"

enum { LOCAL = 0x04034b50, LOCAL_SIZE = 30, LOCAL_EXTRA = 64, COPY = 16 << 10, STEP = 64 << 10 };

struct reading {
	struct blob *source;
	uint64_t at, left;
	size_t step;        /* at most so many bytes at once; 0: any number */
	void *own;
	bool (*take)(void *own, const uint8_t *p, size_t n);
};

static long more(void *own, void *to, size_t room, struct err *e)
{
	struct reading *r = own;
	size_t most = r->step && r->step < room ? r->step : room;
	size_t n = r->left < most ? (size_t)r->left : most;

	if (n && blob_read(r->source, r->at, to, n, e))
		return e->code;
	r->at += n;
	r->left -= n;
	return (long)n;
}

static bool take(void *own, const uint8_t *p, size_t n)
{
	struct reading *r = own;

	return r->take(r->own, p, n);
}

/* Where the contents begin; the local header must tell the same story as the directory. */
static int contents(const struct zip *z, const struct zip_entry *x, uint64_t *ret, struct err *e)
{
	uint8_t h[LOCAL_SIZE + 256];
	size_t name = x->name.n < 256 ? x->name.n : 256;

	blob_ahead(z->source, x->at, LOCAL_SIZE + x->name.n + LOCAL_EXTRA + x->packed);
	if (blob_read(z->source, x->at, h, LOCAL_SIZE + name, e))
		return e->code;
	if (le32(h) != LOCAL)
		return ERR_SAY(e, ERR_INPUT, ENTRY_ABSENT);
	if (le16(h + 26) != x->name.n || memcmp(h + LOCAL_SIZE, x->name.p, name) != 0)
		return ERR_SAY(e, ERR_INPUT, ENTRY_OTHER_NAME);
	*ret = x->at + LOCAL_SIZE + x->name.n + le16(h + 28);
	if (*ret > z->directory || x->packed > z->directory - *ret)
		return ERR_SAY(e, ERR_INPUT, ENTRY_REACHES);
	return 0;
}

/* Without compression: the same checks over plain copies. */
static int stored(struct reading *r, struct inflate_result *ret, struct err *e)
{
	uint8_t block[COPY];

	while (r->left && !ret->stopped) {
		long n = more(r, block, sizeof block, e);

		if (n < 0)
			return (int)n;
		ret->crc = inflate_crc(ret->crc, block, (size_t)n);
		ret->size += (uint64_t)n;
		ret->stopped = !take(r, block, (size_t)n);
	}
	return 0;
}

static int run(const struct zip *z, const struct zip_entry *x, struct reading *r, struct err *e)
{
	struct inflate_io io = { r, more, take };
	struct inflate_result got = { 0 };

	if (zip_encrypted(x))
		return ERR_SAY(e, ERR_INPUT, ENTRY_ENCRYPTED);
	if (x->method != ZIP_STORED && x->method != ZIP_DEFLATED)
		return ERR_SAY(e, ERR_INPUT, ENTRY_METHOD, SAY(number, ERR_NUMBER(x->method)));
	if (contents(z, x, &r->at, e))
		return e->code;
	if (x->method == ZIP_STORED ? stored(r, &got, e) : inflate_stream(&io, x->size, &got, e))
		return e->code;
	if (got.stopped)
		return 0;
	if (got.size != x->size)
		return ERR_SAY(e, ERR_INPUT, ENTRY_UNPACKS, SAY(have, ERR_NUMBER(got.size)),
			       SAY(need, ERR_NUMBER(x->size)));
	return got.crc == x->crc ? 0 : ERR_SAY(e, ERR_INPUT, ENTRY_CHECKSUM);
}

int zip_stream(const struct zip *z, const struct zip_entry *x, void *own,
	       bool (*into)(void *own, const uint8_t *p, size_t n), struct err *e)
{
	struct reading r = { z->source, 0, x->packed, 0, own, into };

	return run(z, x, &r, e) ? err_at(e, SPAN_FMT, SPAN_ARG(span_sub(x->name, 0, 160))) : 0;
}

static bool count_down(void *own, const uint8_t *p, size_t n)
{
	uint64_t *left = own;

	(void)p;
	*left -= n < *left ? n : *left;
	return *left > 0;
}

int zip_need(const struct zip *z, const struct zip_entry *x, uint64_t upto, uint64_t *ret,
	     struct err *e)
{
	struct reading r = { z->source, 0, x->packed, STEP, &upto, count_down };

	if (run(z, x, &r, e))
		return err_at(e, SPAN_FMT, SPAN_ARG(span_sub(x->name, 0, 160)));
	*ret = x->packed - r.left;
	return 0;
}

static bool keep(void *own, const uint8_t *p, size_t n)
{
	buf_add(own, p, n);
	return true;
}

int zip_text(struct arena *a, const struct zip *z, const struct zip_entry *x, size_t max,
	     struct span *ret, struct err *e)
{
	BUF_AUTO b = BUF(max + 1);

	if (x->size > max) {
		ERR_SAY(e, ERR_INPUT, BYTES_MOST, SAY(have, ERR_NUMBER(x->size)),
			SAY(limit, ERR_NUMBER(max)));
		return err_at(e, SPAN_FMT, SPAN_ARG(span_sub(x->name, 0, 160)));
	}
	if (zip_stream(z, x, &b, keep, e))
		return e->code;
	ret->p = arena_span(a, buf_view(&b));
	ret->n = b.n;
	return 0;
}

int member_read(struct arena *a, struct blob *archive, const char *name, size_t max,
		struct span *ret, struct err *e)
{
	const struct zip_entry *x;
	struct package p = { 0 };
	struct zip zip;

	if (zip_open(a, archive, &p, &zip, e))
		return e->code;
	x = zip_find(&zip, span_of(name));
	return x ? zip_text(a, &zip, x, max, ret, e) :
		ERR_SAY(e, ERR_INPUT, CARRIER_NO_FILE, SAY(file, name));
}
