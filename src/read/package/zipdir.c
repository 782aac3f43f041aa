#include "read/package/zipdir.h"

#include <string.h>

#include "base/bytes.h"
#include "read/package/zipname.h"

enum { EOCD = 0x06054b50, EOCD64 = 0x06064b50, LOCATOR = 0x07064b50, CENTRAL = 0x02014b50 };
enum { EOCD_SIZE = 22, EOCD64_SIZE = 56, LOCATOR_SIZE = 20, CENTRAL_SIZE = 46 };
enum { COMMENT_MAX = 65535 };
enum { FLAG_ENCRYPTED = 1, TYPE_MASK = 0xf000, TYPE_LINK = 0xa000, HOST_UNIX = 3 };

struct tail {
	const uint8_t *p;
	size_t n;
	uint64_t at;    /* offset of p in the file */
};

struct directory {
	uint64_t at, size, count;
};

static int read_tail(struct arena *a, struct source *s, struct tail *t, struct err *e)
{
	size_t n = s->remote ? ZIP_TAIL : EOCD_SIZE + LOCATOR_SIZE + EOCD64_SIZE + COMMENT_MAX;
	uint8_t *p;

	if (n > s->size)
		n = (size_t)s->size;
	p = arena_alloc(a, n);
	t->p = p;
	t->n = n;
	t->at = s->size - n;
	return source_read(s, t->at, p, n, e);
}

/* Offset in the tail of the end record whose comment ends with the file; two make it a lie. */
static int find_end(const struct tail *t, size_t *ret, struct err *e)
{
	size_t most = EOCD_SIZE + COMMENT_MAX, count = 0;
	size_t from = t->n > most ? t->n - most : 0;

	for (size_t i = from; i + EOCD_SIZE <= t->n; i++) {
		if (t->p[i] != 'P' || le32(t->p + i) != EOCD ||
		    i + EOCD_SIZE + le16(t->p + i + 20) != t->n)
			continue;
		*ret = i;
		count++;
	}
	if (count > 1)
		return err_set(e, ERR_INPUT, "the archive has two end records");
	if (count == 0)
		return err_set(e, ERR_INPUT, "no ZIP directory at the end: cut, or not a ZIP file");
	return 0;
}

/* The ZIP64 record, which the locator in front of the end record points to. */
static int read_end64(struct source *s, const struct tail *t, size_t end, struct directory *d,
		      struct err *e)
{
	uint8_t record[EOCD64_SIZE];
	uint64_t at;

	if (end < LOCATOR_SIZE || le32(t->p + end - LOCATOR_SIZE) != LOCATOR)
		return 0;
	at = le64(t->p + end - LOCATOR_SIZE + 8);
	if (at >= t->at + end || t->at + end - at < EOCD64_SIZE + LOCATOR_SIZE)
		return err_set(e, ERR_INPUT, "the ZIP64 locator points outside the file");
	if (source_read(s, at, record, sizeof record, e))
		return e->code;
	if (le32(record) != EOCD64)
		return err_set(e, ERR_INPUT, "the ZIP64 locator points to something else");
	d->count = le64(record + 32);
	d->size = le64(record + 40);
	d->at = le64(record + 48);
	return 0;
}

static int locate(struct source *s, const struct tail *t, struct directory *d, struct package *p,
		  struct arena *a, struct err *e)
{
	uint64_t end_at;
	size_t end = 0;

	if (find_end(t, &end, e))
		return e->code;
	d->count = le16(t->p + end + 10);
	d->size = le32(t->p + end + 12);
	d->at = le32(t->p + end + 16);
	end_at = t->at + end;
	if (read_end64(s, t, end, d, e))
		return e->code;
	if (d->at > end_at || d->size > end_at - d->at)
		return err_set(e, ERR_INPUT, "the directory lies outside the file: %llu bytes at "
			       "%llu of %llu", (unsigned long long)d->size,
			       (unsigned long long)d->at, (unsigned long long)s->size);
	if (d->count > ZIP_ENTRIES || d->size > ZIP_DIRECTORY) {
		package_find(a, p, CP404, "%llu entries in a directory of %llu bytes; the limits "
			     "are %d and %d", (unsigned long long)d->count,
			     (unsigned long long)d->size,
			     ZIP_ENTRIES, ZIP_DIRECTORY);
		return err_set(e, ERR_INPUT, "too many entries to read");
	}
	return 0;
}

/* Values that did not fit into 32 bits, in their order. False when one is missing. */
static bool zip64_extra(const uint8_t *p, size_t n, struct zip_entry *x)
{
	uint64_t *want[3], *all[] = { &x->size, &x->packed, &x->at };
	size_t wants = 0;

	for (size_t i = 0; i < 3; i++)
		if (*all[i] == 0xffffffff)
			want[wants++] = all[i];
	for (size_t i = 0; i + 4 <= n;) {
		size_t len = le16(p + i + 2);

		if (len > n - i - 4)
			return wants == 0;
		if (le16(p + i) == 1) {
			for (size_t k = 0; k < wants; k++)
				if (8 * k + 8 <= len)
					*want[k] = le64(p + i + 4 + 8 * k);
			return len >= 8 * wants;
		}
		i += 4 + len;
	}
	return wants == 0;
}

/* One entry at the front of p; its length, or 0 when it is damaged. */
static size_t entry_read(const uint8_t *p, size_t n, struct zip_entry *x)
{
	size_t name, extra, all;
	uint32_t mode;

	if (n < CENTRAL_SIZE || le32(p) != CENTRAL)
		return 0;
	name = le16(p + 28);
	extra = le16(p + 30);
	all = CENTRAL_SIZE + name + extra + le16(p + 32);
	if (all > n)
		return 0;
	mode = le32(p + 38) >> 16;
	*x = (struct zip_entry){
		.name = { (const char *)p + CENTRAL_SIZE, name },
		.flags = le16(p + 8), .method = le16(p + 10), .crc = le32(p + 16),
		.packed = le32(p + 20), .size = le32(p + 24), .at = le32(p + 42),
		.link = p[5] == HOST_UNIX && (mode & TYPE_MASK) == TYPE_LINK,
		.folder = name && p[CENTRAL_SIZE + name - 1] == '/',
	};
	return zip64_extra(p + CENTRAL_SIZE + name, extra, x) ? all : 0;
}

static int walk(struct arena *a, const uint8_t *p, const struct directory *d, struct zip *z,
		struct err *e)
{
	size_t at = 0, size = (size_t)d->size;

	/* each takes at least its fixed part: the claim cannot make us reserve more */
	if (d->count > size / CENTRAL_SIZE)
		return err_set(e, ERR_INPUT, "the end record claims %llu entries, the directory "
			       "has room for %zu", (unsigned long long)d->count,
			       size / CENTRAL_SIZE);
	z->v = arena_array(a, (size_t)d->count, sizeof *z->v);
	while (at < size && z->n < d->count) {
		size_t used = entry_read(p + at, size - at, &z->v[z->n]);

		if (!used)
			return err_set(e, ERR_INPUT, "the directory is damaged at its entry %zu",
				       z->n + 1);
		at += used;
		z->n++;
	}
	if (z->n != d->count || at != size)
		return err_set(e, ERR_INPUT, "the directory holds %zu entries in %zu bytes, the "
			       "end record claims %llu in %zu", z->n, at,
			       (unsigned long long)d->count,
			       size);
	return 0;
}

static const uint8_t *directory_bytes(struct arena *a, struct source *s, const struct tail *t,
				      const struct directory *d, struct err *e)
{
	uint8_t *p;

	if (d->at >= t->at)
		return t->p + (d->at - t->at);
	p = arena_alloc(a, (size_t)d->size);
	return source_read(s, d->at, p, (size_t)d->size, e) ? NULL : p;
}

int zip_open(struct arena *a, struct source *s, struct package *p, struct zip *ret, struct err *e)
{
	struct zip z = { .source = s };
	struct directory d = { 0 };
	const uint8_t *bytes;
	struct tail t;

	if (s->size < EOCD_SIZE)
		return err_set(e, ERR_INPUT, "too short for a ZIP file");
	if (read_tail(a, s, &t, e) || locate(s, &t, &d, p, a, e))
		return e->code;
	bytes = directory_bytes(a, s, &t, &d, e);
	if (!bytes || walk(a, bytes, &d, &z, e))
		return e->code;
	z.directory = d.at;
	if (zip_check(a, &z, p, e))
		return e->code;
	*ret = z;
	return 0;
}

const struct zip_entry *zip_find(const struct zip *z, struct span name)
{
	for (size_t i = 0; i < z->n; i++)
		if (span_eq(z->v[i].name, name))
			return &z->v[i];
	return NULL;
}

bool zip_encrypted(const struct zip_entry *x)
{
	return x->flags & FLAG_ENCRYPTED;
}
