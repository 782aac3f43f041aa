/* All fixed texts of the patterns found in one pass over a message. */
#include <string.h>

#include "explain/pattern_private.h"

/* Of a word that a log repeats the first places and the last are kept: errors stand at its end. */
enum { PLACES_HALF = 400, PLACES_MOST = 2 * PLACES_HALF };

/* Long literals are found by their first 8 bytes: many begin with "cuda" or "torch". */
static size_t bucket(uint64_t bytes, bool is_long)
{
	return (size_t)(bytes * 0x9e3779b97f4a7c15u >> 50) + (is_long ? LITERAL_BUCKETS / 2 : 0);
}

static size_t bucket_of(struct span text)
{
	uint64_t bytes = 0;

	memcpy(&bytes, text.p, text.n < LITERAL_LONG ? LITERAL_LEAST : LITERAL_LONG);
	return bucket(bytes, text.n >= LITERAL_LONG);
}

static struct literal *find(const struct literals *all, struct span text)
{
	if (text.n < LITERAL_LEAST)
		return NULL;
	for (uint32_t i = all->buckets[bucket_of(text)]; i; i = all->v[i - 1].next)
		if (span_eq(all->v[i - 1].text, text))
			return &all->v[i - 1];
	return NULL;
}

void literals_add(struct arena *a, struct literals *to, struct span text)
{
	size_t b;

	if (text.n < LITERAL_LEAST || find(to, text))
		return;
	b = bucket_of(text);
	ARRAY_ADD(a, *to) = (struct literal){ .text = text, .next = to->buckets[b] };
	to->buckets[b] = (uint32_t)to->n;
}

static void add_place(struct arena *a, struct literal *l, size_t at)
{
	if (l->n == PLACES_MOST) {
		l->v[PLACES_HALF + l->more++ % PLACES_HALF] = (uint32_t)at;
		return;
	}
	ARRAY_ADD(a, *l) = (uint32_t)at;
}

/* Those of one bucket that stand there. */
static void note(struct arena *a, struct literals *all, uint32_t i, struct span text, size_t at)
{
	for (; i; i = all->v[i - 1].next) {
		struct literal *l = &all->v[i - 1];

		if (at + l->text.n <= text.n && memcmp(text.p + at, l->text.p, l->text.n) == 0)
			add_place(a, l, at);
	}
}

void literals_scan(struct arena *a, struct literals *all, struct span text)
{
	for (size_t at = 0; at + LITERAL_LEAST <= text.n; at++) {
		uint64_t eight, three = 0;
		uint32_t i;

		memcpy(&eight, text.p + at, LITERAL_LONG);
		memcpy(&three, &eight, LITERAL_LEAST);
		if ((i = all->buckets[bucket(three, false)]))
			note(a, all, i, text, at);
		if ((i = all->buckets[bucket(eight, true)]))
			note(a, all, i, text, at);
	}
}

const struct literal *literals_get(const struct literals *all, struct span text)
{
	const struct literal *l = find(all, text);

	return l && l->n ? l : NULL;
}
