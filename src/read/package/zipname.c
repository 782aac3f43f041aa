#include "read/package/zipname.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

enum { LOCAL_SIZE = 30 };

/* Why a name must not be used as a path; NULL when it may. */
static const char *danger(struct span name)
{
	struct span rest = name, part;

	if (name.n == 0)
		return "an empty name";
	if (memchr(name.p, 0, name.n))
		return "a NUL byte in a name";
	if (name.p[0] == '/' || name.p[0] == '\\' || (name.n > 1 && name.p[1] == ':'))
		return "an absolute path";
	if (memchr(name.p, '\\', name.n))
		return "a backslash in a name";
	while (span_next(&rest, '/', &part))
		if (span_is(part, ".."))
			return "a path that leaves the folder";
	return NULL;
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

static void one(struct arena *a, const struct zip_entry *x, struct package *p, unsigned *told)
{
	const char *why = danger(x->name);

	if (why && (*told)++ < 5)
		package_find(a, p, CP405, "%s: %s", why, shown(a, x->name));
	if (x->link && (*told)++ < 5)
		package_find(a, p, CP405, "a symbolic link: %s", shown(a, x->name));
	if (!text_valid(x->name) && (*told)++ < 5)
		package_find(a, p, CP405, "a name that is not UTF-8: %s", shown(a, x->name));
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
	qsort(v, z->n, sizeof *v, by_offset);
	for (size_t i = 0; i < z->n; i++) {
		uint64_t end = i + 1 < z->n ? v[i + 1]->at : z->directory;
		uint64_t least = LOCAL_SIZE + v[i]->name.n;

		if (v[i]->at <= end && least <= end - v[i]->at &&
		    v[i]->packed <= end - v[i]->at - least)
			continue;
		package_find(a, p, CP403, "%s: its %llu bytes at %llu reach into what follows",
			     shown(a, v[i]->name), (unsigned long long)v[i]->packed,
			     (unsigned long long)v[i]->at);
		return err_set(e, ERR_INPUT, "entries overlap");
	}
	return 0;
}

static int doubled(struct arena *a, const struct zip *z, const struct zip_entry **v,
		   struct package *p, struct err *e)
{
	qsort(v, z->n, sizeof *v, by_name);
	for (size_t i = 1; i < z->n; i++) {
		if (!span_eq(v[i]->name, v[i - 1]->name) || v[i]->folder)
			continue;
		package_find(a, p, CP403, "%s is there twice", shown(a, v[i]->name));
		if (v[i]->crc != v[i - 1]->crc || v[i]->size != v[i - 1]->size)
			return err_set(e, ERR_INPUT, "two entries of one name, different contents");
	}
	return 0;
}

/* Deflate cannot do better than 1032 : 1; a larger claim is a lie. */
static int sizes(struct arena *a, const struct zip *z, struct package *p, struct err *e)
{
	for (size_t i = 0; i < z->n; i++) {
		const struct zip_entry *x = &z->v[i];

		if ((x->method == ZIP_STORED && x->size == x->packed) ||
		    (x->method != ZIP_STORED && x->size / ZIP_RATIO <= x->packed) ||
		    zip_encrypted(x))
			continue;
		package_find(a, p, CP403, "%s: %llu bytes stored cannot be %llu bytes unpacked",
			     shown(a, x->name), (unsigned long long)x->packed,
			     (unsigned long long)x->size);
		return err_set(e, ERR_INPUT, "sizes that cannot be true");
	}
	return 0;
}

int zip_check(struct arena *a, const struct zip *z, struct package *p, struct err *e)
{
	const struct zip_entry **v = arena_array(a, z->n, sizeof *v);
	unsigned told = 0;

	for (size_t i = 0; i < z->n; i++) {
		v[i] = &z->v[i];
		one(a, v[i], p, &told);
	}
	if (told > 5)
		package_find(a, p, CP405, "and %u more names like these", told - 5);
	if (overlaps(a, z, v, p, e) || doubled(a, z, v, p, e) || sizes(a, z, p, e))
		return e->code;
	return 0;
}
