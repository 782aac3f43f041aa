#include "base/keys.h"

/* FNV-1a: names of machines differ in their last bytes. */
static uint64_t hash_of(struct span text)
{
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < text.n; i++)
		hash = (hash ^ (unsigned char)text.p[i]) * 1099511628211u;
	return hash ^ hash >> 32;
}

/* Where the text stands, or belongs; there is room. */
static uint32_t *place_of(const struct keys *k, struct span text)
{
	size_t at = hash_of(text) & (k->places - 1);

	while (k->place[at] && !span_eq(k->all.v[k->place[at] - 1], text))
		at = (at + 1) & (k->places - 1);
	return &k->place[at];
}

bool keys_find(const struct keys *k, struct span text, size_t *ret)
{
	uint32_t number = k->places ? *place_of(k, text) : 0;

	*ret = number - 1;
	return number;
}

void keys_add(struct arena *a, struct keys *k, struct span text)
{
	if (2 * k->all.n >= k->places) {
		k->places = k->places ? 4 * k->places : 16;
		k->place = arena_array(a, k->places, sizeof *k->place);
		for (size_t i = 0; i < k->all.n; i++)
			*place_of(k, k->all.v[i]) = (uint32_t)i + 1;
	}
	ARRAY_ADD(a, k->all) = text;
	*place_of(k, text) = (uint32_t)k->all.n;
}
