#include "read/package/record.h"

#include <stdlib.h>
#include <string.h>

#include "door/sha256.h"
#include "read/package/dist_info.h"

enum { TOLD = 5 };

struct line {
	struct record r;
	bool seen;
};

struct lines {
	ARRAY(struct line) v;
};

struct check {
	struct arena *a;
	const struct zip *z;
	struct package *p;
	struct lines l;
	bool hashes;
	unsigned wrong, unlike, unhashed; /* lines that differ; hashes that do; files without */
};

static int by_path(const void *a, const void *b)
{
	return span_cmp(((const struct line *)a)->r.path, ((const struct line *)b)->r.path);
}

static struct line *line_of(struct lines *l, struct span path)
{
	struct line key = { .r = { .path = path } };

	return l->v.n ? bsearch(&key, l->v.v, l->v.n, sizeof *l->v.v, by_path) : NULL;
}

static bool hash(void *own, const uint8_t *p, size_t n)
{
	sha256_add(own, p, n);
	return true;
}

/* "sha256=…" in urlsafe base64 without padding. */
static void check_hash(struct check *c, const struct zip_entry *x, struct span want)
{
	char got[SHA256_BASE64];
	struct sha256 h;
	struct err e;

	if (!span_take(&want, "sha256=")) {
		c->unhashed++;
		return;
	}
	sha256_start(&h);
	if (zip_stream(c->z, x, &h, hash, &e)) {
		package_find(c->a, c->p, CP402, "%s", e.text);
		return;
	}
	sha256_base64(&h, got);
	if (span_is(want, got))
		c->p->hashed++;
	else if (c->unlike++ < TOLD)
		package_find(c->a, c->p, CP407,
			     SPAN_FMT ": sha256 %s, RECORD says " SPAN_FMT,
			     SPAN_ARG(x->name), got, SPAN_ARG(want));
}

static void check_entry(struct check *c, const struct zip_entry *x)
{
	struct line *line = line_of(&c->l, x->name);

	if (!line) {
		if (c->wrong++ < TOLD)
			package_find(c->a, c->p, CP406, "not in RECORD: " SPAN_FMT,
				     SPAN_ARG(x->name));
		return;
	}
	line->seen = true;
	if (line->r.has_size && line->r.size != x->size && c->wrong++ < TOLD)
		package_find(c->a, c->p, CP406, SPAN_FMT ": %llu bytes, RECORD says %llu",
			     SPAN_ARG(x->name), (unsigned long long)x->size,
			     (unsigned long long)line->r.size);
	if (c->hashes)
		check_hash(c, x, line->r.hash);
}

static bool signature(struct span name)
{
	return span_ends(name, ".dist-info/RECORD") || span_ends(name, ".dist-info/RECORD.jws") ||
	       span_ends(name, ".dist-info/RECORD.p7s");
}

/* What no line above named. */
static void sum_up(struct check *c)
{
	if (c->wrong > TOLD)
		package_find(c->a, c->p, CP406, "in %u places, of which %d are named", c->wrong,
			     TOLD);
	if (c->unlike > TOLD)
		package_find(c->a, c->p, CP407, "of %u files, of which %d are named", c->unlike,
			     TOLD);
	if (c->unhashed)
		package_find(c->a, c->p, CP406, "no sha256 for %u %s: not checked", c->unhashed,
			     c->unhashed == 1 ? "file" : "files");
}

void record_check(struct arena *a, const struct zip *z, struct span record, bool hashes,
		  struct package *p)
{
	struct check c = { .a = a, .z = z, .p = p, .hashes = hashes };
	struct record r;

	if (!record.n && hashes)
		package_find(a, p, CP406, "there is none, or it is empty: no hash was checked");
	if (!record.n)
		return;
	while (c.l.v.n < ZIP_ENTRIES && record_next(a, &record, &r))
		ARRAY_ADD(a, c.l.v) = (struct line){ r, false };
	if (c.l.v.n)
		qsort(c.l.v.v, c.l.v.n, sizeof *c.l.v.v, by_path);
	for (size_t i = 0; i < z->n; i++)
		if (!z->v[i].folder && !signature(z->v[i].name))
			check_entry(&c, &z->v[i]);
	for (size_t i = 0; i < c.l.v.n; i++)
		if (!c.l.v.v[i].seen && !signature(c.l.v.v[i].r.path) && c.wrong++ < TOLD)
			package_find(a, p, CP406, "in RECORD but not in the archive: " SPAN_FMT,
				     SPAN_ARG(c.l.v.v[i].r.path));
	sum_up(&c);
}
