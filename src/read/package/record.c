#include "read/package/record.h"

#include <stdlib.h>
#include <string.h>

#include "door/sha256.h"
#include "read/package/metadata.h"

enum { TOLD = 5 };

struct line {
	struct record r;
	bool seen;
};

struct lines {
	ARRAY(struct line) v;
};

static int by_path(const void *a, const void *b)
{
	return span_cmp(((const struct line *)a)->r.path, ((const struct line *)b)->r.path);
}

static struct line *line_of(struct lines *l, struct span path)
{
	struct line key = { .r = { .path = path } };

	return bsearch(&key, l->v.v, l->v.n, sizeof *l->v.v, by_path);
}

static bool hash(void *own, const uint8_t *p, size_t n)
{
	sha256_add(own, p, n);
	return true;
}

/* "sha256=…" in urlsafe base64 without padding. */
static void check_hash(struct arena *a, const struct zip *z, const struct zip_entry *x,
		       struct span want, struct package *p)
{
	char got[SHA256_BASE64];
	struct sha256 h;
	struct err e;

	if (!span_take(&want, "sha256="))
		return;
	sha256_start(&h);
	if (zip_stream(z, x, &h, hash, &e)) {
		package_find(a, p, CP402, "%s", e.text);
		return;
	}
	sha256_base64(&h, got);
	if (!span_is(want, got))
		package_find(a, p, CP407, SPAN_FMT ": sha256 %s, RECORD says " SPAN_FMT,
			     SPAN_ARG(x->name), got, SPAN_ARG(want));
}

static void check_entry(struct arena *a, const struct zip *z, const struct zip_entry *x,
			struct lines *l, bool hashes, struct package *p, unsigned *wrong)
{
	struct line *line = line_of(l, x->name);

	if (!line) {
		if ((*wrong)++ < TOLD)
			package_find(a, p, CP406, "not in RECORD: " SPAN_FMT, SPAN_ARG(x->name));
		return;
	}
	line->seen = true;
	if (line->r.has_size && line->r.size != x->size && (*wrong)++ < TOLD)
		package_find(a, p, CP406, SPAN_FMT ": %llu bytes, RECORD says %llu",
			     SPAN_ARG(x->name), (unsigned long long)x->size,
			     (unsigned long long)line->r.size);
	if (hashes && line->r.hash.n)
		check_hash(a, z, x, line->r.hash, p);
}

static bool signature(struct span name)
{
	return span_ends(name, ".dist-info/RECORD") || span_ends(name, ".dist-info/RECORD.jws") ||
	       span_ends(name, ".dist-info/RECORD.p7s");
}

void record_check(struct arena *a, const struct zip *z, struct span record, bool hashes,
		  struct package *p)
{
	struct lines l = { 0 };
	struct record r;
	unsigned wrong = 0;

	if (!record.n)
		return;
	while (l.v.n < ZIP_ENTRIES && record_next(a, &record, &r))
		ARRAY_ADD(a, l.v) = (struct line){ r, false };
	if (l.v.n)
		qsort(l.v.v, l.v.n, sizeof *l.v.v, by_path);
	for (size_t i = 0; i < z->n; i++)
		if (!z->v[i].folder && !signature(z->v[i].name))
			check_entry(a, z, &z->v[i], &l, hashes, p, &wrong);
	for (size_t i = 0; i < l.v.n; i++)
		if (!l.v.v[i].seen && !signature(l.v.v[i].r.path) && wrong++ < TOLD)
			package_find(a, p, CP406, "in RECORD but not in the archive: " SPAN_FMT,
				     SPAN_ARG(l.v.v[i].r.path));
	if (wrong > TOLD)
		package_find(a, p, CP406, "RECORD differs in %u places", wrong);
}
