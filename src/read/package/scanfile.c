/* Scanning a file that can be sought: payloads of device code are jumped over. */
#include "read/package/scan.h"

#include <stdlib.h>
#include <string.h>

#include "read/package/ar.h"
#include "read/package/label.h"
#include "read/package/product.h"

enum { BLOCK = 256 << 10, SMALL_BLOCK = 4 << 10 };

struct walk {
	struct source *source;
	struct fatbin f;
	struct texts t;
	bool anywhere;       /* as fatbin has it */
	uint8_t *block;
};

static void block(struct walk *w, const uint8_t *p, size_t n)
{
	bool outside;

	for (size_t i = 0; i < n;) {
		if (fatbin_skippable(&w->f) > n - i) {
			texts_gap(&w->t);
			return;
		}
		w->t.at = w->f.pos;
		size_t used = fatbin_feed(&w->f, p + i, n - i, &outside);

		if (outside)
			texts_feed(&w->t, p + i, used);
		else
			texts_gap(&w->t);
		i += used;
	}
}

/* A block inside a container is short: most of it would be payload. */
static size_t block_size(const struct walk *w, uint64_t left)
{
	size_t n = w->f.state ? SMALL_BLOCK : BLOCK;

	return left < n ? (size_t)left : n;
}

static int walk(struct walk *w, struct err *e)
{
	uint64_t at = 0, size = w->source->size;

	while (at < size) {
		size_t n = block_size(w, size - at);
		uint64_t skip;

		if (source_read(w->source, at, w->block, n, e))
			return e->code;
		block(w, w->block, n);
		/* the reader stopped where the rest of a payload begins */
		at = w->f.pos;
		skip = fatbin_skippable(&w->f);
		if (skip > size - at)
			skip = size - at;
		fatbin_skip(&w->f, skip);
		at = w->f.pos;
	}
	fatbin_end(&w->f);
	texts_gap(&w->t);
	return 0;
}

/* `headers`: where the strings of its headers go, which only a file of its own keeps. */
static int one_file(struct arena *a, struct arena *headers, struct walk *w, struct library *l,
		    struct err *e)
{
	ARENA_AUTO scratch = { 0 };
	struct source_view v = view_source(w->source, &scratch);
	int rc;

	fatbin_start(&w->f);
	w->f.anywhere = w->anywhere;
	rc = walk(w, e);
	if (rc == 0) {
		label_headers(&v.view, headers, l);
		label_code(&v.view, &w->f, a, l);
	}
	fatbin_free(&w->f);
	return rc;
}

struct members {
	struct arena *a;
	struct walk *w;
	struct library *l;
	struct err *e;
};

static int member(void *own, const char *name, uint64_t at, uint64_t size)
{
	ARENA_AUTO unused = { 0 };
	struct members *m = own;
	struct source *whole = m->w->source, part = source_part(whole, at, size);
	struct library one = { .path = name, .code = m->l->code };
	int rc;

	m->w->source = &part;
	rc = one_file(m->a, &unused, m->w, &one, m->e);
	m->w->source = whole;
	if (rc)
		return rc;
	label_member(m->l, &one);
	return 0;
}

int scan_source(struct arena *a, struct source *source, const char *path, struct library *ret,
		struct err *e)
{
	struct library l = { .path = arena_str(a, path), .size = source->size };
	struct walk *w = calloc(1, sizeof *w);
	int rc;

	if (!w || !(w->block = malloc(BLOCK))) {
		free(w);
		return err_set(e, ERR_FAULT, "no memory to read %s", path);
	}
	w->source = source;
	texts_start(&w->t, texts_for(span_of(path)));
	if (ar_is(source)) {
		struct members m = { a, w, &l, e };

		l.format = "archive";
		w->anywhere = ar_windows(path);
		rc = ar_walk(source, &m, member, e);
	} else {
		rc = one_file(a, a, w, &l, e);
	}
	product_of(a, &w->t, &l);
	free(w->block);
	free(w);
	if (rc)
		return rc;
	l.scanned = true;
	library_sum(&l);
	*ret = l;
	return 0;
}

int scan_containers(struct source *source, struct fatbin *ret, struct err *e)
{
	struct walk *w = calloc(1, sizeof *w);
	int rc;

	if (!w || !(w->block = malloc(BLOCK))) {
		free(w);
		return err_set(e, ERR_FAULT, "no memory to read %s", source->name);
	}
	w->source = source;
	fatbin_start(&w->f);
	texts_start(&w->t, texts_for(span_of(NULL)));
	rc = walk(w, e);
	if (rc)
		fatbin_free(&w->f);
	*ret = w->f;
	free(w->block);
	free(w);
	return rc;
}
