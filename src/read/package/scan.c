#include "read/package/scan.h"

#include <stdlib.h>
#include <string.h>

#include "read/package/elf.h"
#include "read/package/label.h"
#include "read/package/product.h"

enum { PASSES = 3, AGAIN_MAX = 1 << 30 };

static const char archive_magic[] = "!<arch>\n";

void scan_start(struct scan *s, const char *path, uint64_t size)
{
	s->path = path;
	s->size = size;
	s->texts_only = false;
	s->first_pass = true;
	s->magic = 0;
	s->passes = 1;
	windows_start(&s->w, size);
	fatbin_start(&s->f);
	texts_start(&s->t, texts_for(span_of(path)));
}

void scan_free(struct scan *s)
{
	windows_free(&s->w);
	fatbin_free(&s->f);
}

static void pass_bytes(struct scan *s, const uint8_t *p, size_t n)
{
	bool outside, was = true;

	for (size_t i = 0; i < n;) {
		s->t.at = s->f.pos;
		size_t used = fatbin_feed(&s->f, p + i, n - i, &outside);

		if (outside)
			texts_feed(&s->t, p + i, used);
		else if (was)
			texts_gap(&s->t);
		was = outside;
		i += used;
	}
}

/* Reads the headers with what is there, only to learn what else is wanted. */
static void look_ahead(struct scan *s)
{
	ARENA_AUTO scratch = { 0 };
	struct library unused = { 0 };

	s->w.changed = false;
	if (label_headers(&s->w.view, &scratch, &unused) == ERR_INPUT)
		return;
	label_want(&s->w.view);
}

static bool is_archive(const struct scan *s)
{
	return s->magic == sizeof archive_magic - 1;
}

/* `at`: how many bytes have passed before these. */
static void see_magic(struct scan *s, uint64_t at, const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < n && at + i == s->magic && !is_archive(s); i++)
		s->magic += p[i] == (uint8_t)archive_magic[s->magic];
}

bool scan_feed(struct scan *s, const uint8_t *p, size_t n)
{
	see_magic(s, s->w.pos, p, n);
	windows_feed(&s->w, p, n);
	if (s->w.changed)
		look_ahead(s);
	if (s->first_pass) {
		pass_bytes(s, p, n);
		return !s->texts_only || s->t.wanted || s->t.capturing >= 0;
	}
	return windows_until(&s->w) > s->w.pos;
}

bool scan_again(struct scan *s)
{
	if (s->first_pass) {
		fatbin_end(&s->f);
		texts_gap(&s->t);
	}
	s->first_pass = false;
	look_ahead(s);
	if (s->texts_only || s->passes == PASSES || windows_until(&s->w) == 0 ||
	    windows_until(&s->w) > AGAIN_MAX)
		return false;
	s->passes++;
	windows_again(&s->w);
	return true;
}

void scan_result(struct scan *s, struct arena *a, bool whole, struct library *ret)
{
	struct library l = { .path = arena_str(a, s->path), .size = s->size };

	if (is_archive(s)) {
		l.format = "archive";
		*ret = l;
		return;
	}
	l.scanned = whole;
	label_headers(&s->w.view, a, &l);
	label_code(&s->w.view, &s->f, a, &l);
	product_of(a, &s->t, &l);
	library_sum(&l);
	*ret = l;
}
