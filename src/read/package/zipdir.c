#include "read/package/zipdir.h"

#include "read/package/zipend.h"
#include "read/package/zipname.h"

enum { FLAG_ENCRYPTED = 1 };

static int walk(struct arena *a, const uint8_t *p, const struct zip_end *d, struct zip *z,
		struct err *e)
{
	size_t at = 0, size = (size_t)d->size;

	/* each takes at least its fixed part: the claim cannot make us reserve more */
	if (d->count > size / ZIP_CENTRAL_SIZE)
		return err_set(e, ERR_INPUT, "the end record claims %llu entries, the directory "
			       "has room for %zu", (unsigned long long)d->count,
			       size / ZIP_CENTRAL_SIZE);
	z->v = arena_array(a, (size_t)d->count, sizeof *z->v);
	while (at < size && z->n < d->count) {
		size_t used = zip_entry_read(p + at, size - at, &z->v[z->n]);

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

static const uint8_t *directory_bytes(struct arena *a, struct source *s, const struct zip_end *d,
				      struct err *e)
{
	uint8_t *p;

	if (d->at >= d->tail)
		return d->p + (d->at - d->tail);
	p = arena_alloc(a, (size_t)d->size);
	return source_read(s, d->at, p, (size_t)d->size, e) ? NULL : p;
}

int zip_open(struct arena *a, struct source *s, struct package *p, struct zip *ret, struct err *e)
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
	for (size_t i = 0; i < z->n; i++)
		if (span_eq(z->v[i].name, name))
			return &z->v[i];
	return NULL;
}

bool zip_encrypted(const struct zip_entry *x)
{
	return x->flags & FLAG_ENCRYPTED;
}
