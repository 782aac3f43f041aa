/* One library as it streams by: headers, device code, texts; a second pass where it takes one. */
#include "read/package/scan_private.h"

#include <stdlib.h>

#include "fact/err_phrase.h"
#include "read/package/elf_private.h"
#include "read/package/library_private.h"
#include "read/package/product_private.h"

enum { PASSES = 3, AGAIN_MAX = 1 << 30 };

static const uint8_t archive_magic[AR_MAGIC] = { '!', '<', 'a', 'r', 'c', 'h', '>', '\n' };

void scan_start(struct scan *s, const char *path, uint64_t size)
{
	s->path = path;
	s->size = size;
	s->texts_only = false;
	s->first_pass = true;
	s->form = SCAN_OPEN;
	s->magic = 0;
	s->passes = 1;
	s->own = (struct arena){ 0 };
	windows_start(&s->w, size);
	fatbin_start(&s->f);
	texts_start(&s->t, texts_for(span_of(path)));
}

void scan_free(struct scan *s)
{
	windows_free(&s->w);
	fatbin_free(&s->f);
	arena_free(&s->own);
}

/* Device code lies in containers, strings outside of them. Takes some of the bytes. */
static size_t give(struct fatbin *f, struct texts *t, const uint8_t *p, size_t n)
{
	bool outside;
	size_t used;

	t->at = f->pos;
	used = fatbin_feed(f, p, n, &outside);
	if (outside)
		texts_feed(t, p, used);
	else
		texts_gap(t);
	return used;
}

/* Reads the headers with what is there, only to learn what else is wanted. */
static void look_ahead(struct scan *s)
{
	ARENA_AUTO scratch = { 0 };
	struct library unused = { 0 };

	s->w.changed = false;
	(void)library_headers(&s->w.view, &scratch, &unused);
	library_want(&s->w.view);
}

static bool feed_file(struct scan *s, const uint8_t *p, size_t n)
{
	windows_feed(&s->w, p, n);
	if (s->w.changed)
		look_ahead(s);
	if (s->first_pass) {
		for (size_t i = 0; i < n;)
			i += give(&s->f, &s->t, p + i, n - i);
		return !s->texts_only || s->t.wanted || s->t.capturing >= 0;
	}
	return windows_until(&s->w) > s->w.pos;
}

static void end_pass(struct scan *s)
{
	fatbin_end(&s->f);
	texts_gap(&s->t);
}

static void member_end(struct scan *s)
{
	struct library one = { .code = s->sum.code };
	ARENA_AUTO unused = { 0 };

	end_pass(s);
	library_headers(&s->w.view, &unused, &one);
	library_code(&s->w.view, &s->f, &s->own, &one);
	library_member(&s->sum, &one);
	windows_free(&s->w);
	fatbin_free(&s->f);
}

static void feed_archive(struct scan *s, const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n;) {
		enum ar_part what;
		size_t used = ar_feed(&s->ar, p + i, n - i, &what);

		if (what == AR_BEGIN) {
			windows_start(&s->w, s->ar.left);
			s->f.anywhere = ar_windows(s->path);
		}
		if (what == AR_BODY)
			feed_file(s, p + i, used);
		if (what != AR_BETWEEN && !s->ar.left)
			member_end(s);
		i += used;
	}
}

bool scan_feed(struct scan *s, const uint8_t *p, size_t n)
{
	unsigned before = s->magic;
	size_t i = 0;

	while (s->form == SCAN_OPEN && i < n) {
		if (p[i++] != archive_magic[s->magic])
			s->form = SCAN_FILE;
		else if (++s->magic == AR_MAGIC) {
			s->form = SCAN_ARCHIVE;
			s->sum = (struct library){ .format = PACKAGE_ARCHIVE };
			windows_free(&s->w);
			ar_start(&s->ar, s->size);
		}
	}
	if (s->form == SCAN_ARCHIVE)
		feed_archive(s, p + i, n - i);
	if (s->form != SCAN_FILE)
		return true;
	s->magic = 0;
	if (before)
		feed_file(s, archive_magic, before);
	return feed_file(s, p, n);
}

bool scan_again(struct scan *s)
{
	if (s->form == SCAN_ARCHIVE)
		return false;
	if (s->first_pass)
		end_pass(s);
	s->first_pass = false;
	look_ahead(s);
	if (s->texts_only || s->passes == PASSES || windows_until(&s->w) == 0 ||
	    windows_until(&s->w) > AGAIN_MAX)
		return false;
	s->passes++;
	windows_again(&s->w);
	return true;
}

int scan_check(const struct scan *s, struct err *e)
{
	if (s->form != SCAN_ARCHIVE || ar_whole(&s->ar))
		return 0;
	ERR_SAY(e, ERR_INPUT, MEMBER_DAMAGED, SAY(number, ERR_NUMBER(s->ar.members)));
	return err_at(e, "%s", s->path);
}

void scan_result(struct scan *s, struct arena *a, bool whole, struct library *ret)
{
	struct library l = { 0 };

	if (s->form == SCAN_ARCHIVE && s->ar.body && !s->ar.index)
		member_end(s);
	if (s->form == SCAN_ARCHIVE)
		l = s->sum;
	l.path = arena_str(a, s->path);
	l.size = s->size;
	l.scanned = whole;
	if (s->form == SCAN_ARCHIVE) {
		/* What members hold lies in the arena that goes with the scan. */
		l.code.v = arena_array(a, l.code.n, sizeof *l.code.v);
		l.code.room = l.code.n;
		for (size_t i = 0; i < l.code.n; i++) {
			l.code.v[i] = s->sum.code.v[i];
			l.code.v[i].section = arena_str(a, l.code.v[i].section);
		}
	} else {
		library_headers(&s->w.view, a, &l);
		library_code(&s->w.view, &s->f, a, &l);
	}
	product_of(a, &s->t, &l);
	library_sum(&l);
	*ret = l;
}

enum { BLOCK = 256 << 10, SMALL_BLOCK = 4 << 10 };

struct scan_walk {
	struct blob *source;
	struct fatbin f;
	struct texts t;
	bool anywhere;       /* as fatbin has it */
	uint8_t block[BLOCK];
};

/* NULL: no memory. Goes by free. */
static struct scan_walk *walk_of(struct blob *source, const char *path, struct err *e)
{
	struct scan_walk *w = calloc(1, sizeof *w);

	if (!w) {
		ERR_SAY(e, ERR_FAULT, NO_MEMORY_TO_READ, SAY(file, source->name));
		return NULL;
	}
	w->source = source;
	fatbin_start(&w->f);
	texts_start(&w->t, texts_for(span_of(path)));
	return w;
}

static int walk(struct scan_walk *w, struct err *e)
{
	uint64_t at = 0, size = w->source->size;

	while (at < size) {
		/* A block inside a container is short: most of it would be payload. */
		size_t n = w->f.state ? SMALL_BLOCK : BLOCK;
		uint64_t skip;

		if (n > size - at)
			n = (size_t)(size - at);
		if (blob_read(w->source, at, w->block, n, e))
			return e->code;
		for (size_t i = 0; i < n && fatbin_skippable(&w->f) <= n - i;)
			i += give(&w->f, &w->t, w->block + i, n - i);
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
static int one_file(struct arena *a, struct arena *headers, struct scan_walk *w, struct library *l,
		    struct err *e)
{
	ARENA_AUTO scratch = { 0 };
	struct blob_view v = view_blob(w->source, &scratch);
	int rc;

	fatbin_start(&w->f);
	w->f.anywhere = w->anywhere;
	rc = walk(w, e);
	if (rc == 0) {
		library_headers(&v.view, headers, l);
		library_code(&v.view, &w->f, a, l);
	}
	fatbin_free(&w->f);
	return rc;
}

struct members {
	struct arena *a;
	struct scan_walk *w;
	struct library *l;
	struct err *e;
};

static int member(void *own, const char *name, uint64_t at, uint64_t size)
{
	ARENA_AUTO unused = { 0 };
	struct members *m = own;
	struct blob *whole = m->w->source, part = blob_part(whole, at, size);
	struct library one = { .path = name, .code = m->l->code };
	int rc;

	m->w->source = &part;
	rc = one_file(m->a, &unused, m->w, &one, m->e);
	m->w->source = whole;
	if (rc)
		return rc;
	library_member(m->l, &one);
	return 0;
}

/* The largest that is known has 5 GB; a sparse file claims what nobody has written. */
#define SCAN_MOST ((uint64_t)16 << 30)

int scan_blob(struct arena *a, struct blob *source, const char *path, struct library *ret,
	      struct err *e)
{
	struct library l = { .path = arena_str(a, path), .size = source->size };
	struct scan_walk *w;
	int rc;

	if (source->size > SCAN_MOST)
		return err_set(e, ERR_INPUT, "%s: larger than the limit of %u GiB", source->name,
			       (unsigned)(SCAN_MOST >> 30));
	if (!(w = walk_of(source, path, e)))
		return e->code;
	if (ar_is(source)) {
		struct members m = { a, w, &l, e };

		l.format = PACKAGE_ARCHIVE;
		w->anywhere = ar_windows(path);
		rc = ar_walk(source, &m, member, e);
	} else {
		rc = one_file(a, a, w, &l, e);
	}
	product_of(a, &w->t, &l);
	free(w);
	if (rc)
		return rc;
	l.scanned = true;
	library_sum(&l);
	*ret = l;
	return 0;
}

int scan_containers(struct blob *source, struct fatbin *ret, struct err *e)
{
	struct scan_walk *w = walk_of(source, NULL, e);
	int rc;

	if (!w)
		return e->code;
	rc = walk(w, e);
	if (rc)
		fatbin_free(&w->f);
	*ret = w->f;
	free(w);
	return rc;
}
