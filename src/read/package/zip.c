/* The directory of a ZIP archive, checked before anything of it is believed. */
#include "read/package/zip_private.h"

#include <string.h>

#include "base/bytes.h"
#include "base/sort.h"
#include "base/text.h"
#include "fact/err_phrase.h"

enum { ZIP_CENTRAL = 0x02014b50, ZIP_CENTRAL_SIZE = 46 };

struct zip_end {
	const uint8_t *p;            /* the last n bytes of the file, from tail on */
	size_t n;
	uint64_t tail;
	uint64_t at, size, count;    /* of the directory: its offset, bytes, entries */
	uint64_t records;            /* bytes of ZIP64's own, behind the directory */
	uint64_t before;             /* bytes in front of the archive, not in its offsets */
};

enum { EOCD = 0x06054b50, EOCD64 = 0x06064b50, LOCATOR = 0x07064b50 };
enum { EOCD_SIZE = 22, EOCD64_SIZE = 56, LOCATOR_SIZE = 20, COMMENT_MAX = 65535 };
enum { TYPE_MASK = 0xf000, TYPE_LINK = 0xa000, HOST_UNIX = 3 };

static int read_tail(struct arena *a, struct blob *s, struct zip_end *t, struct err *e)
{
	size_t n = s->remote ? ZIP_TAIL : EOCD_SIZE + LOCATOR_SIZE + EOCD64_SIZE + COMMENT_MAX;
	uint8_t *p;

	if (n > s->size)
		n = (size_t)s->size;
	p = arena_alloc(a, n);
	t->p = p;
	t->n = n;
	t->tail = s->size - n;
	return blob_read(s, t->tail, p, n, e);
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
		return ERR_SAY(e, ERR_INPUT, ZIP_TWO_ENDS);
	if (count == 0)
		return ERR_SAY(e, ERR_INPUT, ZIP_NO_DIRECTORY);
	return 0;
}

/*
 * The ZIP64 record, which the locator in front of the end record points to; where bytes stand
 * before the archive, it is what lies in front of the locator (zipfile.py, _EndRecData64).
 */
static int read_end64(struct blob *s, struct zip_end *t, size_t end,
		      struct err *e)
{
	uint8_t record[EOCD64_SIZE];
	uint64_t at;

	if (end < LOCATOR_SIZE || le32(t->p + end - LOCATOR_SIZE) != LOCATOR)
		return 0;
	at = le64(t->p + end - LOCATOR_SIZE + 8);
	if (at >= t->tail + end || t->tail + end - at < EOCD64_SIZE + LOCATOR_SIZE)
		return ERR_SAY(e, ERR_INPUT, ZIP64_OUTSIDE);
	if (blob_read(s, at, record, sizeof record, e))
		return e->code;
	if (le32(record) != EOCD64 && end >= LOCATOR_SIZE + EOCD64_SIZE)
		memcpy(record, t->p + end - LOCATOR_SIZE - EOCD64_SIZE, sizeof record);
	if (le32(record) != EOCD64)
		return ERR_SAY(e, ERR_INPUT, ZIP64_OTHER);
	t->records = LOCATOR_SIZE + EOCD64_SIZE;
	t->count = le64(record + 32);
	t->size = le64(record + 40);
	t->at = le64(record + 48);
	return 0;
}

/*
 * The directory ends where the end record begins; what its offset lacks stands in front of the
 * archive (zipfile.py, "concat"), as a program that unpacks itself does. Who reads from the front,
 * as uv does from a server, would take another archive that stands there.
 */
static int find_before(struct arena *a, struct blob *s, struct zip_end *t, uint64_t end_at,
		       struct package *p, struct err *e)
{
	uint64_t end = t->at + t->size + t->records;
	uint8_t first[4];

	if (end >= end_at)
		return 0;
	if (blob_read(s, 0, first, sizeof first, e))
		return e->code;
	if (memcmp(first, "PK\3\4", sizeof first) == 0)
		return ERR_SAY(e, ERR_INPUT, ZIP_JOINED);
	t->before = end_at - end;
	t->at += t->before;
	package_find(a, p, CP408, fact_number(a, t->before), NULL, PHRASE(a, ARCHIVE_BEHIND));
	return 0;
}

/* ERR_INPUT when there is no directory that can be read; a limit becomes a finding. */
static int zip_end_read(struct arena *a, struct blob *s, struct package *p, struct zip_end *ret,
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
		return ERR_SAY(e, ERR_INPUT, ZIP_DIRECTORY_OUTSIDE, SAY(have, ERR_NUMBER(t.size)),
			       SAY(at, ERR_NUMBER(t.at)), SAY(size, ERR_NUMBER(s->size)));
	if (find_before(a, s, &t, end_at, p, e))
		return e->code;
	if (t.count > ZIP_ENTRIES || t.size > ZIP_DIRECTORY) {
		package_find(a, p, CP404, fact_number(a, t.count), fact_number(a, ZIP_ENTRIES),
			     PHRASE(a, DIRECTORY_MOST, SAY(size, fact_number(a, t.size)),
				    SAY(size_limit, fact_number(a, ZIP_DIRECTORY))));
		return ERR_SAY(e, ERR_INPUT, ZIP_ENTRIES_MOST);
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

/* One entry at the front of p; its length, or 0 when it is damaged or cut. */
static size_t zip_entry_read(const uint8_t *p, size_t n, struct zip_entry *x)
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

enum { LOCAL_SIZE = 30, NAMES_TOLD = 5 };

/* Why a name must not be used as a path; FORM_OF_CODE when it may. */
static enum form danger(struct span name)
{
	struct span rest = name, part;

	if (name.n == 0)
		return FORM_NAME_EMPTY;
	if (memchr(name.p, 0, name.n))
		return FORM_NAME_NUL;
	if (name.p[0] == '/' || name.p[0] == '\\' || (name.n > 1 && name.p[1] == ':'))
		return FORM_NAME_ABSOLUTE;
	if (memchr(name.p, '\\', name.n))
		return FORM_NAME_BACKSLASH;
	while (span_next(&rest, '/', &part))
		if (span_is(part, ".."))
			return FORM_NAME_LEAVES;
	return FORM_OF_CODE;
}

/* A name for a message: printable, not longer than a line. */
static const char *shown(struct arena *a, struct span name)
{
	char *s = arena_span(a, span_sub(name, 0, 120));

	for (size_t i = 0; i < name.n && i < 120; i++)
		if ((unsigned char)s[i] < ' ' || s[i] == 127)
			s[i] = '?';
	return s;
}

static void check_name(struct arena *a, const struct zip_entry *x, struct package *p,
		       unsigned *told)
{
	const enum form wrong[] = {
		danger(x->name),
		x->link ? FORM_NAME_LINK : FORM_OF_CODE,
		text_valid(x->name) ? FORM_OF_CODE : FORM_NAME_NOT_UTF8,
	};

	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
		if (wrong[i] && (*told)++ < NAMES_TOLD) {
			struct phrase words = PHRASE(a, OF_CODE, SAY(item, shown(a, x->name)));

			words.form = wrong[i];
			package_find(a, p, CP405, NULL, NULL, words);
		}
}

static int by_offset(const void *a, const void *b)
{
	const struct zip_entry *x = *(const struct zip_entry *const *)a;
	const struct zip_entry *y = *(const struct zip_entry *const *)b;

	return (x->at > y->at) - (x->at < y->at);
}

static int by_name(const void *a, const void *b)
{
	const struct zip_entry *x = *(const struct zip_entry *const *)a;
	const struct zip_entry *y = *(const struct zip_entry *const *)b;

	return span_cmp(x->name, y->name);
}

static int overlaps(struct arena *a, const struct zip *z, const struct zip_entry **v,
		    struct package *p, struct err *e)
{
	sort_stable(v, z->n, sizeof *v, by_offset);
	for (size_t i = 0; i < z->n; i++) {
		uint64_t end = i + 1 < z->n ? v[i + 1]->at : z->directory;
		uint64_t least = LOCAL_SIZE + v[i]->name.n;

		if (v[i]->at <= end && least <= end - v[i]->at &&
		    v[i]->packed <= end - v[i]->at - least)
			continue;
		package_find(a, p, CP403, fact_number(a, v[i]->packed), NULL,
			     PHRASE(a, ENTRY_OVERLAPS, SAY(item, shown(a, v[i]->name)),
				    SAY(at, fact_number(a, v[i]->at))));
		return ERR_SAY(e, ERR_INPUT, ZIP_OVERLAP);
	}
	return 0;
}

static int doubled(struct arena *a, const struct zip *z, const struct zip_entry **v,
		   struct package *p, struct err *e)
{
	sort_stable(v, z->n, sizeof *v, by_name);
	for (size_t i = 1; i < z->n; i++) {
		if (!span_eq(v[i]->name, v[i - 1]->name) || v[i]->folder)
			continue;
		package_find(a, p, CP403, NULL, NULL,
			     PHRASE(a, ENTRY_TWICE, SAY(item, shown(a, v[i]->name))));
		if (v[i]->crc != v[i - 1]->crc || v[i]->size != v[i - 1]->size)
			return ERR_SAY(e, ERR_INPUT, ZIP_TWICE);
	}
	return 0;
}

/* Deflate cannot do better than 1032 : 1; a larger claim is a lie. */
static int sizes(struct arena *a, const struct zip *z, struct package *p, struct err *e)
{
	EACH(const struct zip_entry, x, *z) {
		if ((x->method == ZIP_STORED && x->size == x->packed) ||
		    (x->method != ZIP_STORED && x->size / ZIP_RATIO <= x->packed) ||
		    zip_encrypted(x))
			continue;
		package_find(a, p, CP403, fact_number(a, x->packed), NULL,
			     PHRASE(a, ENTRY_SIZES_LIE, SAY(item, shown(a, x->name)),
				    SAY(size, fact_number(a, x->size))));
		return ERR_SAY(e, ERR_INPUT, ZIP_SIZES);
	}
	return 0;
}

/*
 * What is wrong with a directory as a whole: overlaps, doubled and dangerous names, links.
 * ERR_INPUT where the contents cannot be told apart any more.
 */
static int zip_check(struct arena *a, const struct zip *z, struct package *p, struct err *e)
{
	const struct zip_entry **v = arena_array(a, z->n, sizeof *v);
	unsigned told = 0;

	for (size_t i = 0; i < z->n; i++) {
		v[i] = &z->v[i];
		check_name(a, v[i], p, &told);
	}
	if (told > NAMES_TOLD)
		package_find(a, p, CP405, NULL, NULL,
			     PHRASE(a, NAMES_MORE, SAY(count, fact_number(a, told - NAMES_TOLD))));
	if (overlaps(a, z, v, p, e) || doubled(a, z, v, p, e) || sizes(a, z, p, e))
		return e->code;
	return 0;
}

enum { FLAG_ENCRYPTED = 1 };

static int walk(struct arena *a, const uint8_t *p, const struct zip_end *d, struct zip *z,
		struct err *e)
{
	size_t at = 0, size = (size_t)d->size;

	/* each takes at least its fixed part: the claim cannot make us reserve more */
	if (d->count > size / ZIP_CENTRAL_SIZE)
		return ERR_SAY(e, ERR_INPUT, ZIP_CLAIMS, SAY(have, ERR_NUMBER(d->count)),
			       SAY(most, ERR_NUMBER(size / ZIP_CENTRAL_SIZE)));
	z->v = arena_array(a, (size_t)d->count, sizeof *z->v);
	while (at < size && z->n < d->count) {
		size_t used = zip_entry_read(p + at, size - at, &z->v[z->n]);

		if (!used)
			return ERR_SAY(e, ERR_INPUT, ZIP_ENTRY_DAMAGED,
				       SAY(number, ERR_NUMBER(z->n + 1)));
		z->v[z->n].at += d->before;
		at += used;
		z->n++;
	}
	if (z->n != d->count || at != size)
		return ERR_SAY(e, ERR_INPUT, ZIP_HOLDS, SAY(have, ERR_NUMBER(z->n)),
			       SAY(at, ERR_NUMBER(at)), SAY(need, ERR_NUMBER(d->count)),
			       SAY(size, ERR_NUMBER(size)));
	return 0;
}

static const uint8_t *directory_bytes(struct arena *a, struct blob *s, const struct zip_end *d,
				      struct err *e)
{
	uint8_t *p;

	if (d->at >= d->tail)
		return d->p + (d->at - d->tail);
	p = arena_alloc(a, (size_t)d->size);
	return blob_read(s, d->at, p, (size_t)d->size, e) ? NULL : p;
}

bool zip_ends(struct blob *s)
{
	ARENA_AUTO scratch = { 0 };
	struct zip_end t = { 0 };
	struct err e;
	size_t unused;

	return s->size >= EOCD_SIZE && read_tail(&scratch, s, &t, &e) == 0 &&
	       find_end(&t, &unused, &e) == 0;
}

int zip_open(struct arena *a, struct blob *s, struct package *p, struct zip *ret, struct err *e)
{
	struct zip z = { .source = s };
	const uint8_t *bytes;
	struct zip_end d;

	if (zip_end_read(a, s, p, &d, e))
		return e->code;
	bytes = directory_bytes(a, s, &d, e);
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
	return FIRST_OF(x, *z, span_eq(x->name, name));
}

bool zip_encrypted(const struct zip_entry *x)
{
	return x->flags & FLAG_ENCRYPTED;
}

enum { FRONT = 64 << 10, TRIES = 64 };

/* Entries from the front of p on, up to one that is cut or damaged; the bytes that they take. */
static size_t chain(const uint8_t *p, size_t n, struct zip *z)
{
	size_t at = 0, used;

	z->n = 0;
	while ((used = zip_entry_read(p + at, n - at, &z->v[z->n])) > 0) {
		at += used;
		z->n++;
	}
	return at;
}

/* The cut may be inside an entry: the first whose followers end where the directory does is one. */
static bool last(const struct zip_end *d, struct zip *z)
{
	size_t n = (size_t)(d->at + d->size - d->tail);

	for (size_t i = 0, tries = 0; i + ZIP_CENTRAL_SIZE <= n && tries < TRIES; i++) {
		if (d->p[i] != 'P' || le32(d->p + i) != ZIP_CENTRAL)
			continue;
		tries++;
		if (chain(d->p + i, n - i, z) == n - i)
			return true;
	}
	return false;
}

static bool first(struct arena *a, struct blob *s, const struct zip_end *d, struct zip *z,
		  struct err *e)
{
	size_t n = d->size < FRONT ? (size_t)d->size : FRONT;
	uint8_t *p = arena_alloc(a, n);

	return blob_read(s, d->at, p, n, e) == 0 && chain(p, n, z) > 0;
}

int zip_part(struct arena *a, struct blob *s, enum zip_part part, struct zip *ret, struct err *e)
{
	struct zip z = { .source = s };
	struct package odd = { 0 };
	struct zip_end d;

	if (zip_end_read(a, s, &odd, &d, e))
		return e->code;
	if (d.at >= d.tail)
		return ERR_NONE;
	if (d.at + d.size <= d.tail)
		return ERR_SAY(e, ERR_INPUT, ZIP_NOT_AT_END);
	z.directory = d.at;
	z.v = arena_array(a, ZIP_TAIL / ZIP_CENTRAL_SIZE + 1, sizeof *z.v);
	if (part == ZIP_LAST ? !last(&d, &z) : !first(a, s, &d, &z, e))
		return ERR_SAY(e, ERR_INPUT, ZIP_NO_ENTRY);
	if (zip_check(a, &z, &odd, e))
		return e->code;
	if (odd.findings.n)
		return ERR_SAY(e, ERR_INPUT, ZIP_ODD);
	*ret = z;
	return 0;
}
