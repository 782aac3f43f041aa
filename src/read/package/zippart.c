#include "read/package/zippart.h"

#include "base/bytes.h"
#include "read/package/zipend.h"
#include "read/package/zipname.h"

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

static bool first(struct arena *a, struct source *s, const struct zip_end *d, struct zip *z,
		  struct err *e)
{
	size_t n = d->size < FRONT ? (size_t)d->size : FRONT;
	uint8_t *p = arena_alloc(a, n);

	return source_read(s, d->at, p, n, e) == 0 && chain(p, n, z) > 0;
}

int zip_part(struct arena *a, struct source *s, enum zip_part part, struct zip *ret, struct err *e)
{
	struct zip z = { .source = s };
	struct package odd = { 0 };
	struct zip_end d;

	if (zip_end_read(a, s, &odd, &d, e))
		return e->code;
	if (d.at >= d.tail)
		return ERR_NONE;
	if (d.at + d.size <= d.tail)
		return err_set(e, ERR_INPUT, "the directory is not at the end");
	z.directory = d.at;
	z.v = arena_array(a, ZIP_TAIL / ZIP_CENTRAL_SIZE + 1, sizeof *z.v);
	if (part == ZIP_LAST ? !last(&d, &z) : !first(a, s, &d, &z, e))
		return err_set(e, ERR_INPUT, "no entry of the directory was found");
	if (zip_check(a, &z, &odd, e))
		return e->code;
	if (odd.findings.n)
		return err_set(e, ERR_INPUT, "an entry of the directory is odd");
	*ret = z;
	return 0;
}
