#include <stdlib.h>

#include "read/package/entries.h"
#include "read/package/metadata.h"
#include "read/package/wheel_info.h"
#include "read/package/zippart.h"

enum { HEADER = 512 }; /* of an entry, with its name */

struct piece {
	const struct zip_entry *entry;
	struct span text;
};

enum { METADATA, WHEEL, RECORD, PIECES };

static int find_in(const struct zip *z, struct piece v[PIECES])
{
	static const char *const names[PIECES] = { "METADATA", "WHEEL", "RECORD" };
	int found = 0;

	for (int i = 0; i < PIECES; i++)
		found += (v[i].entry = wheel_entry(z, names[i])) != NULL;
	return found;
}

/* All three lie beside each other: a part that has some of them has all, or there are no more. */
static bool find(struct arena *a, struct source *s, struct zip *z, struct piece v[PIECES])
{
	struct err e;
	int found = 0, rc = zip_part(a, s, ZIP_LAST, z, &e);

	if (rc == 0)
		found = find_in(z, v);
	if (rc == 0 && !found && zip_part(a, s, ZIP_FIRST, z, &e) == 0)
		found = find_in(z, v);
	return found == PIECES;
}

static int by_offset(const void *a, const void *b)
{
	const struct piece *x = *(struct piece *const *)a, *y = *(struct piece *const *)b;

	return (x->entry->at > y->entry->at) - (x->entry->at < y->entry->at);
}

/* In the order of the file, so that they come with one request where they lie together. */
static int read_all(struct arena *a, const struct zip *z, struct piece v[PIECES], struct err *e)
{
	struct piece *order[PIECES] = { &v[METADATA], &v[WHEEL], &v[RECORD] };
	const struct zip_entry *last;
	uint64_t first, all;

	qsort(order, PIECES, sizeof *order, by_offset);
	first = order[0]->entry->at;
	last = order[PIECES - 1]->entry;
	all = last->at - first + last->packed + HEADER;
	if (all < WHEEL_TEXT)
		source_ahead(z->source, first, all);
	for (int i = 0; i < PIECES; i++)
		if (zip_text(a, z, order[i]->entry, WHEEL_TEXT, &order[i]->text, e))
			return e->code;
	return 0;
}

int wheel_brief(struct arena *a, struct source *s, struct package *p)
{
	struct piece v[PIECES] = { { 0 } };
	struct record r;
	struct err unused;
	struct zip z;

	if (!find(a, s, &z, v) || read_all(a, &z, v, &unused))
		return ERR_NONE;
	wheel_metadata(a, v[METADATA].text, p);
	wheel_tags(a, v[WHEEL].text, p);
	p->from_record = true;
	while (record_next(a, &v[RECORD].text, &r) && entries_name(a, r.path, r.size, p))
		continue;
	return 0;
}
