/* One image of device code: unpacked as far as needed, and for which sm it is. */
#include "read/package/cubin_private.h"

#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "door/zstd.h"

struct lz4 {
	const uint8_t *p, *end;
	uint8_t *to;
	size_t n, room;
};

/* A length of 15 goes on in further bytes, each 255 but the last. False at the end of input. */
static bool more_length(struct lz4 *z, size_t *length)
{
	uint8_t b = 255;

	if (*length != 15)
		return true;
	while (b == 255) {
		if (z->p == z->end || *length > SIZE_MAX / 2)
			return false;
		b = *z->p++;
		*length += b;
	}
	return true;
}

static void literals(struct lz4 *z, size_t length)
{
	if (length > (size_t)(z->end - z->p))
		length = (size_t)(z->end - z->p);
	if (length > z->room - z->n)
		length = z->room - z->n;
	memcpy(z->to + z->n, z->p, length);
	z->n += length;
	z->p += length;
}

/* A match may overlap what it produces. */
static bool match(struct lz4 *z, size_t length, size_t back)
{
	if (back == 0 || back > z->n)
		return false;
	for (length += 4; length && z->n < z->room; length--, z->n++)
		z->to[z->n] = z->to[z->n - back];
	return true;
}

/*
 * LZ4 blocks as fatbins hold them, without frame and length. Decodes a block, or as much of it as
 * fits into `room` bytes. Returns the bytes written; -1 when the block is damaged before that. A
 * cut block gives what its whole sequences hold.
 * Source: LZ4 block format description, lz4/lz4 doc/lz4_Block_format.md.
 */
static long lz4_decode(const uint8_t *from, size_t n, uint8_t *to, size_t room)
{
	struct lz4 z = { from, from + n, to, 0, room };

	while (z.p < z.end && z.n < z.room) {
		uint8_t token = *z.p++;
		size_t length = token >> 4, back;

		if (!more_length(&z, &length))
			break;
		literals(&z, length);
		if (z.end - z.p < 2)
			break;
		back = (size_t)z.p[0] | (size_t)z.p[1] << 8;
		z.p += 2;
		length = token & 15;
		if (!more_length(&z, &length))
			break;
		if (!match(&z, length, back))
			return -1;
	}
	return (long)z.n;
}

enum { RAW_MAX = 64 << 10, HEADER = 64, ACCELERATORS = 0x800, ABI_7 = 7, NOTE_MAX = 1024 };

static long decode(enum code_codec codec, const uint8_t *p, size_t n, uint8_t *to, size_t room)
{
	if (codec == CODEC_ZSTD)
		return zstd_decode(p, n, to, room);
	if (codec == CODEC_LZ4)
		return lz4_decode(p, n, to, room);
	if (n > room)
		n = room;
	memcpy(to, p, n);
	return (long)n;
}

static bool has_text(const uint8_t *p, size_t n)
{
	struct memory_view v = view_memory(p, n);
	struct elf_section s;
	struct elf elf;

	if (elf_header(&v.view, &elf) || elf_section(&v.view, &elf, 0, &s))
		return true;
	for (unsigned i = 0; i < elf.section_count; i++)
		if (elf_section(&v.view, &elf, i, &s) || strncmp(s.name, ".text", 5) == 0)
			return true;
	return false;
}

bool cubin_has_code(enum code_codec codec, const uint8_t *p, size_t n, size_t raw_size)
{
	bool code = true;
	uint8_t *raw;
	long got;

	if (raw_size > RAW_MAX)
		return true;
	raw = malloc(raw_size ? raw_size : 1);
	if (!raw)
		return true;
	got = decode(codec, p, n, raw, raw_size);
	if (got > 0)
		code = has_text(raw, (size_t)got);
	free(raw);
	return code;
}

bool cubin_accelerated(enum code_codec codec, const uint8_t *p, size_t n)
{
	uint8_t raw[HEADER];

	if (codec == CODEC_ZSTD || decode(codec, p, n, raw, sizeof raw) < HEADER)
		return false;
	if (memcmp(raw, "\177ELF\2", 5) != 0 || raw[8] != ABI_7)
		return false;
	return le32(raw + 48) & ACCELERATORS;
}

/* "-arch sm_90a" in the note; false when it is not there. */
static bool noted(struct span note, struct sm *ret)
{
	return span_pass(&note, "-arch sm_") &&
	       sm_parse(span_sub(note, 0, span_run_alnum(note, "")), ret);
}

int cubin_label(struct view *v, const struct elf *elf, struct arena *a, struct library *l)
{
	/* ABI 7 keeps the number in the lowest byte, ABI 8 in the one above. */
	unsigned n = elf->abi <= ABI_7 ? elf->flags & 0xff : elf->flags >> 8 & 0xff;
	struct sm_code k = { .kind = CODE_SASS, .stub = true,
			     .sm = { (uint8_t)(n / 10), (uint8_t)(n % 10), 0 } };
	struct elf_section s;

	for (unsigned i = 0; i < elf->section_count; i++) {
		int rc = elf_section(v, elf, i, &s);

		if (rc)
			return rc;
		k.stub &= strncmp(s.name, ".text", 5) != 0;
		if (strcmp(s.name, ".note.nv.tkinfo") == 0)
			noted(view_upto(v, s.at, NOTE_MAX), &k.sm);
	}
	if (!elf->section_count)
		k.stub = false;
	ARRAY_ADD(a, l->code) = (struct code_count){ k, 1, NULL, false };
	return 0;
}
