#include "read/package/record_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/sort.h"
#include "door/sha256.h"
#include "read/package/dist_info.h"

enum { TOLD = 5 };

struct record_line {
	struct record r;
	bool seen;
};

struct record_check {
	struct arena *a;
	const struct zip *z;
	struct package *p;
	ARRAY(struct record_line) lines;
	bool hashes;
	unsigned wrong, unlike, unhashed; /* lines that differ; hashes that do; files without */
};

static int by_path(const void *a, const void *b)
{
	const struct record_line *x = a, *y = b;

	return span_cmp(x->r.path, y->r.path);
}

static bool hash(void *own, const uint8_t *p, size_t n)
{
	sha256_add(own, p, n);
	return true;
}

/* "sha256=…" in urlsafe base64 without padding. */
static void check_hash(struct record_check *c, const struct zip_entry *x, struct span want)
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
		blob_damage(c->a, c->z->source, &e, c->p);
		return;
	}
	sha256_base64(&h, got);
	if (span_is(want, got))
		c->p->hashed++;
	else if (c->unlike++ < TOLD)
		package_find(c->a, c->p, CP407, arena_str(c->a, got), arena_span(c->a, want),
			     PHRASE(c->a, HASH_DIFFERS, SAY(item, arena_span(c->a, x->name))));
}

static void check_entry(struct record_check *c, const struct zip_entry *x)
{
	struct record_line key = { .r = { .path = x->name } }, *line = NULL;

	if (c->lines.n)
		line = bsearch(&key, c->lines.v, c->lines.n, sizeof *c->lines.v, by_path);
	if (!line) {
		if (c->wrong++ < TOLD)
			package_find(c->a, c->p, CP406, NULL, NULL,
				     PHRASE(c->a, RECORD_LACKS,
					    SAY(item, arena_span(c->a, x->name))));
		return;
	}
	line->seen = true;
	if (line->r.has_size && line->r.size != x->size && c->wrong++ < TOLD)
		package_find(c->a, c->p, CP406, fact_number(c->a, x->size),
			     fact_number(c->a, line->r.size),
			     PHRASE(c->a, RECORD_SIZE, SAY(item, arena_span(c->a, x->name))));
	if (c->hashes)
		check_hash(c, x, line->r.hash);
}

static bool signature(struct span name)
{
	return span_ends(name, ".dist-info/RECORD") || span_ends(name, ".dist-info/RECORD.jws") ||
	       span_ends(name, ".dist-info/RECORD.p7s");
}

/* What no line above named. */
static void sum_up(struct record_check *c)
{
	if (c->wrong > TOLD)
		package_find(c->a, c->p, CP406, NULL, NULL,
			     PHRASE(c->a, RECORD_MORE, SAY(count, fact_number(c->a, c->wrong)),
				    SAY(named, fact_number(c->a, TOLD))));
	if (c->unlike > TOLD)
		package_find(c->a, c->p, CP407, NULL, NULL,
			     PHRASE(c->a, HASHES_MORE, SAY(count, fact_number(c->a, c->unlike)),
				    SAY(named, fact_number(c->a, TOLD))));
	if (c->unhashed)
		package_find(c->a, c->p, CP406, NULL, NULL,
			     PHRASE(c->a, RECORD_UNHASHED,
				    SAY(count, fact_number(c->a, c->unhashed))));
}

void record_check(struct arena *a, const struct zip *z, struct span record, bool hashes,
		  struct package *p)
{
	struct record_check c = { .a = a, .z = z, .p = p, .hashes = hashes };
	struct record r;

	if (!record.n && hashes)
		package_find(a, p, CP406, NULL, NULL, PHRASE(a, RECORD_EMPTY));
	if (!record.n)
		return;
	while (c.lines.n < ZIP_ENTRIES && record_next(a, &record, &r))
		ARRAY_ADD(a, c.lines) = (struct record_line){ r, false };
	sort_stable(c.lines.v, c.lines.n, sizeof *c.lines.v, by_path);
	for (size_t i = 0; i < z->n; i++)
		if (!z->v[i].folder && !signature(z->v[i].name))
			check_entry(&c, &z->v[i]);
	for (size_t i = 0; i < c.lines.n; i++)
		if (!c.lines.v[i].seen && !signature(c.lines.v[i].r.path) && c.wrong++ < TOLD)
			package_find(a, p, CP406, NULL, NULL,
				     PHRASE(a, RECORD_EXTRA,
					    SAY(item, arena_span(a, c.lines.v[i].r.path))));
	sum_up(&c);
}
