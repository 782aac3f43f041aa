/* Containers of device code, and the list of architectures that their headers give. */
#include "read/package/fatbin_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "read/package/cubin_private.h"

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

/*
 * Takes some of the next bytes, at least one; *hit when the last of them are the signature. At
 * 8-aligned offsets, or at any.
 */
static size_t search_aligned(struct fatbin *f, const uint8_t *p, size_t n, bool *hit)
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

static size_t search_anywhere(struct fatbin *f, const uint8_t *p, size_t n, bool *hit)
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

enum { SEARCH, SIZE, ENTRY, EXTENSION, PAYLOAD };
enum { ENTRY_SIZE = 64, HEADER_MAX = 64 << 10, ENTRY_VERSION = 0x0101 };
enum { FLAG_LZ4 = 0x2000, FLAG_ZSTD = 0x8000, FLAG_A = 0x100000, FLAG_F = 0x200000 };
enum { HEAD_SAMPLE = 512 };

void fatbin_start(struct fatbin *f)
{
	memset(f, 0, sizeof *f);
}

void fatbin_free(struct fatbin *f)
{
	free(f->containers);
	free(f->entries);
	free(f->sample);
	fatbin_start(f);
}

/* Makes room for one more of `size` bytes; false without memory. */
static bool grow(void **v, uint32_t n, uint32_t *room, size_t size)
{
	uint32_t more = *room ? *room * 2 : 64;
	void *p;

	if (n < *room)
		return true;
	p = realloc(*v, more * size);
	if (!p)
		return false;
	*v = p;
	*room = more;
	return true;
}

static int key_of(struct fatbin *f, const struct sm_code *key)
{
	for (uint32_t i = 0; i < f->key_count; i++)
		if (sm_code_equal(&f->keys[i], key))
			return (int)i;
	if (f->key_count == FATBIN_KEYS)
		return -1;
	f->keys[f->key_count] = *key;
	return (int)f->key_count++;
}

static void add_entry(struct fatbin *f)
{
	int key = key_of(f, &f->now);

	if (key < 0 || f->entry_count >= FATBIN_ENTRIES || f->over_limit ||
	    !grow((void **)&f->entries, f->entry_count, &f->entry_room, 1)) {
		f->over_limit = true;
		return;
	}
	f->entries[f->entry_count++] = (uint8_t)key;
	f->containers[f->container_count - 1].n++;
}

static size_t search(struct fatbin *f, const uint8_t *p, size_t n)
{
	bool hit = false;
	size_t used = f->anywhere ? search_anywhere(f, p, n, &hit)
				  : search_aligned(f, p, n, &hit);

	if (hit) {
		f->state = SIZE;
		f->held = 0;
	}
	return used;
}

static size_t take(struct fatbin *f, size_t want, const uint8_t *p, size_t n)
{
	size_t part = want - f->held < n ? want - f->held : n;

	memcpy(f->hold + f->held, p, part);
	f->held += part;
	f->pos += part;
	return part;
}

/* Not a container after all: the bytes held may still begin one, so they are searched. */
static void noise(struct fatbin *f)
{
	uint8_t again[ENTRY_SIZE];
	size_t n = f->held;
	bool unused;

	memcpy(again, f->hold, n);
	f->state = SEARCH;
	f->held = 0;
	f->pos -= n;
	for (size_t i = 0; i < n;)
		i += fatbin_feed(f, again + i, n - i, &unused);
}

static size_t container_size(struct fatbin *f, const uint8_t *p, size_t n)
{
	size_t part = take(f, 8, p, n);
	uint64_t size;

	if (f->held < 8)
		return part;
	size = le64(f->hold);
	f->end = f->pos + size;
	if (size == 0) {
		f->empty++;
		f->state = SEARCH;
		f->held = 0;
	} else if (size % 8 || size < ENTRY_SIZE || size > UINT64_MAX / 2) {
		noise(f);
	} else {
		if (grow((void **)&f->containers, f->container_count, &f->container_room,
			 sizeof *f->containers))
			f->containers[f->container_count++] =
				(struct fatbin_container){ f->pos - 16, f->entry_count, 0 };
		else
			f->over_limit = true;
		f->state = ENTRY;
		f->held = 0;
	}
	return part;
}

static struct sm_code key_read(const uint8_t *h)
{
	uint64_t flags = le64(h + 40);
	uint32_t arch = le32(h + 28);
	unsigned kind = le16(h);
	struct sm_code k = { .kind = CODE_OTHER };

	if (kind == CODE_PTX || kind == CODE_SASS || kind == CODE_OLD_CUBIN || kind == CODE_LTO)
		k.kind = (enum code_kind)kind;
	k.codec = flags & FLAG_ZSTD ? CODEC_ZSTD : flags & FLAG_LZ4 ? CODEC_LZ4 : CODEC_NONE;
	if (arch >= 10 && arch <= 2559) {
		k.sm.major = (uint8_t)(arch / 10);
		k.sm.minor = (uint8_t)(arch % 10);
	}
	k.sm.suffix = flags & FLAG_A ? 'a' : flags & FLAG_F ? 'f' : 0;
	if (k.kind == CODE_PTX) {
		k.isa_minor = (uint8_t)le16(h + 24);
		k.isa_major = (uint8_t)le16(h + 26);
	}
	return k;
}

/* How much of the payload must be kept to judge the entry; 0: nothing. */
static size_t sample_of(const struct sm_code *k, const uint8_t *h, uint64_t payload)
{
	uint64_t raw = k->codec ? le64(h + 56) : payload;

	if (k->kind != CODE_SASS)
		return 0;
	if (raw <= FATBIN_SAMPLE && payload <= FATBIN_SAMPLE)
		return (size_t)payload;
	if (k->sm.major >= 9 && !k->sm.suffix && le16(h + 24) == 7)
		return payload < HEAD_SAMPLE ? (size_t)payload : HEAD_SAMPLE;
	return 0;
}

static bool entry_valid(const struct fatbin *f, uint32_t header, uint64_t payload)
{
	uint64_t room = f->end - f->pos + ENTRY_SIZE;

	return header >= ENTRY_SIZE && header <= HEADER_MAX && header % 8 == 0 &&
	       payload % 8 == 0 && le16(f->hold + 2) == ENTRY_VERSION &&
	       header <= room && payload <= room - header;
}

static void entry_done(struct fatbin *f)
{
	const uint8_t *h = f->hold;
	uint32_t stored = le32(h + 16);
	size_t n = f->now.codec && stored < f->sampled ? stored : f->sampled;
	uint64_t raw = f->now.codec ? le64(h + 56) : f->sampled;

	if (f->sampled) {
		if (f->sampled == le64(h + 8) && raw <= FATBIN_SAMPLE)
			f->now.stub = !cubin_has_code(f->now.codec, f->sample, n, (size_t)raw);
		if (f->now.sm.major >= 9 && !f->now.sm.suffix && le16(h + 24) == 7 &&
		    cubin_accelerated(f->now.codec, f->sample, n))
			f->now.sm.suffix = 'a';
	}
	add_entry(f);
	f->held = 0;
	if (f->pos == f->end) {
		f->state = SEARCH;
	} else if (f->end - f->pos < ENTRY_SIZE) {
		f->damaged++;
		f->state = SEARCH;
	} else {
		f->state = ENTRY;
	}
}

static void entry_bad(struct fatbin *f)
{
	if (f->container_count && f->containers[f->container_count - 1].n == 0) {
		f->container_count--;
		noise(f);
		return;
	}
	f->damaged++;
	f->state = SEARCH;
	f->held = 0;
}

static void payload_begins(struct fatbin *f)
{
	f->state = PAYLOAD;
	f->left = le64(f->hold + 8);
	f->sampled = 0;
	f->sample_size = sample_of(&f->now, f->hold, f->left);
	if (f->sample_size && !f->sample)
		f->sample = malloc(FATBIN_SAMPLE);
	if (!f->sample)
		f->sample_size = 0;
	if (f->left == 0)
		entry_done(f);
}

static size_t entry_header(struct fatbin *f, const uint8_t *p, size_t n)
{
	size_t part = take(f, ENTRY_SIZE, p, n);
	uint32_t header;

	if (f->held < ENTRY_SIZE)
		return part;
	header = le32(f->hold + 4);
	if (!entry_valid(f, header, le64(f->hold + 8))) {
		entry_bad(f);
		return part;
	}
	f->now = key_read(f->hold);
	f->left = header - ENTRY_SIZE;
	f->state = EXTENSION;
	if (f->left == 0)
		payload_begins(f);
	return part;
}

static void passed(struct fatbin *f, uint64_t n)
{
	f->pos += n;
	f->left -= n;
	if (f->left)
		return;
	if (f->state == EXTENSION)
		payload_begins(f);
	else
		entry_done(f);
}

size_t fatbin_feed(struct fatbin *f, const uint8_t *p, size_t n, bool *outside)
{
	*outside = f->state == SEARCH;
	switch (f->state) {
	case SEARCH:
		return search(f, p, n);
	case SIZE:
		return container_size(f, p, n);
	case ENTRY:
		return entry_header(f, p, n);
	default:
		if (n > f->left)
			n = (size_t)f->left;
		if (f->state == PAYLOAD && f->sampled < f->sample_size) {
			size_t part = f->sample_size - f->sampled;

			if (part > n)
				part = n;
			memcpy(f->sample + f->sampled, p, part);
			f->sampled += part;
		}
		passed(f, n);
		return n;
	}
}

uint64_t fatbin_skippable(const struct fatbin *f)
{
	if (f->state == EXTENSION)
		return f->left;
	return f->state == PAYLOAD && f->sampled >= f->sample_size ? f->left : 0;
}

void fatbin_skip(struct fatbin *f, uint64_t n)
{
	if (n)
		passed(f, n);
}

void fatbin_end(struct fatbin *f)
{
	if (f->state != SEARCH && f->state != SIZE)
		f->damaged++;
	f->state = SEARCH;
}
