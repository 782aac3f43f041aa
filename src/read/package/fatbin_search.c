#include "read/package/fatbin_search.h"

#include <string.h>

#include "base/bytes.h"

#define MAGIC 0xBA55ED50u
#define SIGNATURE (0x00100001ull << 32 | MAGIC) /* magic, version 1, header of 16 bytes */

enum { STRIDE = 64, WORD = 8 };

typedef uint32_t lanes __attribute__((vector_size(16)));

/* Whether the magic is one of the 16 words at p; nearly always it is none. */
static bool has_magic(const uint8_t *p)
{
	lanes v[4];
	uint64_t half[2];

	memcpy(v, p, sizeof v);
	v[0] = (lanes)((v[0] == MAGIC) | (v[1] == MAGIC) | (v[2] == MAGIC) | (v[3] == MAGIC));
	memcpy(half, v, sizeof half);
	return half[0] | half[1];
}

/* The same as it stands in a file. */
static const uint8_t signature[WORD] = { 0x50, 0xed, 0x55, 0xba, 1, 0, 0x10, 0 };

/* A word whose bytes come one after the other. */
static size_t split_word(struct fatbin *f, const uint8_t *p, size_t n, bool *hit)
{
	size_t part = WORD - f->held < n ? WORD - f->held : n;

	memcpy(f->hold + f->held, p, part);
	f->held += part;
	f->pos += part;
	if (f->held == WORD) {
		*hit = le64(f->hold) == SIGNATURE;
		f->held = 0;
	}
	return part;
}

size_t fatbin_search(struct fatbin *f, const uint8_t *p, size_t n, bool *hit)
{
	size_t i = 0;

	if (f->held || n < WORD)
		return split_word(f, p, n, hit);
	for (; n - i >= 8; i += 8) {
		uint64_t word;

		while (n - i >= STRIDE + 8 && !has_magic(p + i))
			i += STRIDE;
		memcpy(&word, p + i, 8);
		if (word == SIGNATURE) {
			f->pos += i + 8;
			*hit = true;
			return i + 8;
		}
	}
	f->pos += i;
	return i;
}

/* The bytes held and some of those that follow; how many of these were taken, 0: look on in p. */
static size_t search_seam(struct fatbin *f, const uint8_t *p, size_t n, bool *hit)
{
	uint8_t both[2 * WORD];
	size_t held = f->held, add = n < WORD - 1 ? n : WORD - 1;
	const uint8_t *at;

	memcpy(both, f->hold, held);
	memcpy(both + held, p, add);
	at = memmem(both, held + add, signature, WORD);
	if (at) {
		size_t used = (size_t)(at - both) + WORD - held;

		f->pos += used;
		f->held = 0;
		*hit = true;
		return used;
	}
	f->held = 0;
	if (n >= WORD)
		return 0;
	f->held = held + n < WORD ? held + n : WORD - 1;
	memcpy(f->hold, both + held + n - f->held, f->held);
	f->pos += n;
	return n;
}

size_t fatbin_search_anywhere(struct fatbin *f, const uint8_t *p, size_t n, bool *hit)
{
	const uint8_t *at;
	size_t used = f->held || n < WORD ? search_seam(f, p, n, hit) : 0;

	if (used)
		return used;
	at = memmem(p, n, signature, WORD);
	used = at ? (size_t)(at - p) + WORD : n;
	f->pos += used;
	*hit = at != NULL;
	f->held = at ? 0 : WORD - 1;
	memcpy(f->hold, p + n - f->held, f->held);
	return used;
}
