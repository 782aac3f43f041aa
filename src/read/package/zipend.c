#include "read/package/zipend.h"

#include "base/bytes.h"

enum { EOCD = 0x06054b50, EOCD64 = 0x06064b50, LOCATOR = 0x07064b50 };
enum { EOCD_SIZE = 22, EOCD64_SIZE = 56, LOCATOR_SIZE = 20, COMMENT_MAX = 65535 };
enum { TYPE_MASK = 0xf000, TYPE_LINK = 0xa000, HOST_UNIX = 3 };

static int read_tail(struct arena *a, struct source *s, struct zip_end *t, struct err *e)
{
	size_t n = s->remote ? ZIP_TAIL : EOCD_SIZE + LOCATOR_SIZE + EOCD64_SIZE + COMMENT_MAX;
	uint8_t *p;

	if (n > s->size)
		n = (size_t)s->size;
	p = arena_alloc(a, n);
	t->p = p;
	t->n = n;
	t->tail = s->size - n;
	return source_read(s, t->tail, p, n, e);
}

/* Offset in the tail of the end record whose comment ends with the file; two make it a lie. */
static int find_end(const struct zip_end *t, size_t *ret, struct err *e)
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
static int read_end64(struct source *s, struct zip_end *t, size_t end,
		      struct err *e)
{
	uint8_t record[EOCD64_SIZE];
	uint64_t at;

	if (end < LOCATOR_SIZE || le32(t->p + end - LOCATOR_SIZE) != LOCATOR)
		return 0;
	at = le64(t->p + end - LOCATOR_SIZE + 8);
	if (at >= t->tail + end || t->tail + end - at < EOCD64_SIZE + LOCATOR_SIZE)
		return err_set(e, ERR_INPUT, "the ZIP64 locator points outside the file");
	if (source_read(s, at, record, sizeof record, e))
		return e->code;
	if (le32(record) != EOCD64)
		return err_set(e, ERR_INPUT, "the ZIP64 locator points to something else");
	t->count = le64(record + 32);
	t->size = le64(record + 40);
	t->at = le64(record + 48);
	return 0;
}

int zip_end_read(struct arena *a, struct source *s, struct package *p, struct zip_end *ret,
		 struct err *e)
{
	struct zip_end t = { 0 };
	uint64_t end_at;
	size_t end = 0;

	if (read_tail(a, s, &t, e) || find_end(&t, &end, e))
		return e->code;
	t.count = le16(t.p + end + 10);
	t.size = le32(t.p + end + 12);
	t.at = le32(t.p + end + 16);
	end_at = t.tail + end;
	if (read_end64(s, &t, end, e))
		return e->code;
	if (t.at > end_at || t.size > end_at - t.at)
		return err_set(e, ERR_INPUT, "the directory lies outside the file: %llu bytes at "
			       "%llu of %llu", (unsigned long long)t.size,
			       (unsigned long long)t.at, (unsigned long long)s->size);
	if (t.count > ZIP_ENTRIES || t.size > ZIP_DIRECTORY) {
		package_find(a, p, CP404, "%llu entries in a directory of %llu bytes; the limits "
			     "are %d and %d", (unsigned long long)t.count,
			     (unsigned long long)t.size, ZIP_ENTRIES, ZIP_DIRECTORY);
		return err_set(e, ERR_INPUT, "too many entries to read");
	}
	*ret = t;
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

size_t zip_entry_read(const uint8_t *p, size_t n, struct zip_entry *x)
{
	size_t name, extra, all;
	uint32_t mode;

	if (n < ZIP_CENTRAL_SIZE || le32(p) != ZIP_CENTRAL)
		return 0;
	name = le16(p + 28);
	extra = le16(p + 30);
	all = ZIP_CENTRAL_SIZE + name + extra + le16(p + 32);
	if (all > n)
		return 0;
	mode = le32(p + 38) >> 16;
	*x = (struct zip_entry){
		.name = { (const char *)p + ZIP_CENTRAL_SIZE, name },
		.flags = le16(p + 8), .method = le16(p + 10), .crc = le32(p + 16),
		.packed = le32(p + 20), .size = le32(p + 24), .at = le32(p + 42),
		.link = p[5] == HOST_UNIX && (mode & TYPE_MASK) == TYPE_LINK,
		.folder = name && p[ZIP_CENTRAL_SIZE + name - 1] == '/',
	};
	return zip64_extra(p + ZIP_CENTRAL_SIZE + name, extra, x) ? all : 0;
}
