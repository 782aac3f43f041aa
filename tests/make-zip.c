/*
 * make-zip CASE >FILE: archives that lie, one case each, for tests/check/hostile.sh. Without a
 * case, their names. Source of the layout: PKWARE's APPNOTE 6.3.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
	MANY = 1000000, OVERLAPS = 1000, LIBRARIES = 20500, FIVE_MB = 5 << 20, BOMB_MB = 256,
	METADATA_MB = 20, NEEDY = 1500, NEEDS = 256, NEED = 256,
};

/* What is not set is true. */
struct entry {
	const char *name;
	size_t name_n;
	const char *local_name;
	const void *data;
	size_t n;
	bool deflate, link, zip64, no_local;
	unsigned flags, method;   /* instead of the true method */
	uint32_t crc, size, local_size, at;
};

static struct {
	uint8_t *p;
	size_t n, room;
} directory;
static uint64_t written;
static unsigned count;

static void out(const void *p, size_t n)
{
	fwrite(p, 1, n, stdout);
	written += n;
}

static void keep(const void *p, size_t n)
{
	while (directory.n + n > directory.room) {
		directory.room = directory.room ? 2 * directory.room : 4096;
		directory.p = realloc(directory.p, directory.room);
		if (!directory.p)
			abort();
	}
	memcpy(directory.p + directory.n, p, n);
	directory.n += n;
}

static void le(uint8_t *p, uint64_t v, int n)
{
	for (int i = 0; i < n; i++, v >>= 8)
		p[i] = (uint8_t)v;
}

/* The fields that both headers have, from "version needed" on. */
static void common(uint8_t *p, const struct entry *x, uint32_t packed, uint32_t size, size_t name)
{
	uint32_t crc = (uint32_t)crc32(0, x->data, (unsigned)x->n);

	le(p, 20, 2);
	le(p + 2, x->flags, 2);
	le(p + 4, x->method ? x->method : x->deflate ? 8 : 0, 2);
	le(p + 10, x->crc ? x->crc : crc, 4);
	le(p + 14, packed, 4);
	le(p + 18, size, 4);
	le(p + 22, name, 2);
}

static uint8_t *packed_data(const struct entry *x, uint32_t *n)
{
	uLong room = compressBound((uLong)x->n) + 64;
	uint8_t *p = malloc(room);
	z_stream z = { 0 };

	if (!p || deflateInit2(&z, 9, Z_DEFLATED, -15, 9, Z_DEFAULT_STRATEGY) != Z_OK)
		abort();
	z.next_in = (Bytef *)(uintptr_t)x->data;
	z.avail_in = (uInt)x->n;
	z.next_out = p;
	z.avail_out = (uInt)room;
	if (deflate(&z, Z_FINISH) != Z_STREAM_END)
		abort();
	*n = (uint32_t)z.total_out;
	deflateEnd(&z);
	return p;
}

static void local(const struct entry *x, const uint8_t *data, uint32_t packed)
{
	const char *name = x->local_name ? x->local_name : x->name;
	size_t n = x->name_n && !x->local_name ? x->name_n : strlen(name);
	uint8_t h[30] = "PK\3\4";

	common(h + 4, x, packed, x->local_size ? x->local_size : (uint32_t)x->n, n);
	out(h, sizeof h);
	out(name, n);
	out(data, packed);
}

static void add(struct entry x)
{
	uint32_t at = (uint32_t)written, packed = (uint32_t)x.n;
	uint8_t *squeezed = x.deflate ? packed_data(&x, &packed) : NULL, h[46] = "PK\1\2";
	uint8_t extra[12] = { 1, 0, 8, 0 };
	size_t n = x.name_n ? x.name_n : strlen(x.name);

	if (!x.no_local)
		local(&x, squeezed ? squeezed : x.data, packed);
	le(h + 4, 3 << 8 | 20, 2);
	common(h + 6, &x, packed, x.zip64 ? UINT32_MAX : x.size ? x.size : (uint32_t)x.n, n);
	le(h + 30, x.zip64 ? sizeof extra : 0, 2);
	le(h + 38, x.link ? 0xa1ff0000u : 0x81a40000u, 4);
	le(h + 42, x.no_local ? x.at : at, 4);
	keep(h, sizeof h);
	keep(x.name, n);
	le(extra + 4, 1ull << 40, 8);
	if (x.zip64)
		keep(extra, sizeof extra);
	count++;
	free(squeezed);
}

static void finish(uint64_t entries, const char *comment, size_t comment_n)
{
	uint64_t at = written;
	uint8_t big[56] = "PK\6\6", where[20] = "PK\6\7", end[22] = "PK\5\6";
	bool wide = entries >= UINT16_MAX;

	out(directory.p, directory.n);
	le(big + 4, 44, 8);
	le(big + 24, entries, 8);
	le(big + 32, entries, 8);
	le(big + 40, directory.n, 8);
	le(big + 48, at, 8);
	le(where + 8, written, 8);
	le(where + 16, 1, 4);
	if (wide) {
		out(big, sizeof big);
		out(where, sizeof where);
	}
	le(end + 8, wide ? UINT16_MAX : entries, 2);
	le(end + 10, wide ? UINT16_MAX : entries, 2);
	le(end + 12, directory.n, 4);
	le(end + 16, at, 4);
	le(end + 20, comment_n, 2);
	out(end, sizeof end);
	out(comment, comment_n);
	directory.n = 0;
	count = 0;
}

static uint8_t *zeros(size_t n)
{
	uint8_t *p = calloc(1, n);

	if (!p)
		abort();
	memcpy(p, "\x7f" "ELF\2\1\1", n < 7 ? n : 7);
	return p;
}

#define LIB "torch/lib/a.so"
#define SMALL .name = LIB, .data = "0123456789", .n = 10

static void plain(void)
{
	add((struct entry){ SMALL });
	finish(count, "", 0);
}

static void sizes(bool both)
{
	uint8_t *p = zeros(FIVE_MB);

	add((struct entry){ .name = LIB, .data = p, .n = FIVE_MB, .deflate = true, .size = 10,
			    .local_size = both ? 10 : 0 });
	finish(count, "", 0);
	free(p);
}

static void directory_size(void)
{
	sizes(false);
}

static void both_sizes(void)
{
	sizes(true);
}

static void one(struct entry x)
{
	add(x);
	finish(count, "", 0);
}

static void checksum(void)
{
	one((struct entry){ SMALL, .crc = 1 });
}

static void local_name(void)
{
	one((struct entry){ SMALL, .local_name = "torch/lib/b.so" });
}

static void overlap(void)
{
	char name[32];

	add((struct entry){ SMALL });
	for (int i = 1; i < OVERLAPS; i++) {
		snprintf(name, sizeof name, "torch/lib/%d.so", i);
		add((struct entry){ .name = name, .data = "0123456789", .n = 10,
				    .no_local = true });
	}
	finish(count, "", 0);
}

/* One local header inside the data of another entry. */
static void nested(void)
{
	uint8_t inner[64] = "PK\3\4";
	struct entry x = { SMALL };

	common(inner + 4, &x, 10, 10, strlen(LIB));
	memcpy(inner + 30, LIB "0123456789", strlen(LIB) + 10);
	add((struct entry){ .name = "torch/lib/outer.so", .data = inner, .n = sizeof inner });
	add((struct entry){ SMALL, .no_local = true, .at = 30 + 18 });
	finish(count, "", 0);
}

static void doubled(void)
{
	add((struct entry){ SMALL });
	add((struct entry){ .name = LIB, .data = "9876543210", .n = 10 });
	finish(count, "", 0);
}

static void upwards(void)
{
	one((struct entry){ .name = "../../etc/x", .data = "x", .n = 1 });
}

static void absolute(void)
{
	one((struct entry){ .name = "/abs", .data = "x", .n = 1 });
}

static void backslash(void)
{
	one((struct entry){ .name = "a\\..\\z", .data = "x", .n = 1 });
}

static void symbolic(void)
{
	one((struct entry){ .name = LIB, .data = "/etc/passwd", .n = 11, .link = true });
}

static void nul(void)
{
	one((struct entry){ .name = "a\0b.so", .name_n = 6, .data = "x", .n = 1 });
}

static void not_utf8(void)
{
	one((struct entry){ .name = "\xff\xfe.so", .data = "x", .n = 1 });
}

static void fake_end(void)
{
	static const char fake[22] = "PK\5\6";

	add((struct entry){ SMALL });
	finish(count, fake, sizeof fake);
}

static void prefix(void)
{
	out("#!/bin/sh\n", 10);
	written = 0;
	plain();
}

static void trailing(void)
{
	plain();
	out("what does not belong here", 25);
}

static void joined(void)
{
	plain();
	written = 0;
	add((struct entry){ .name = "torch/lib/c.so", .data = "x", .n = 1 });
	finish(count, "", 0);
}

static void too_many(void)
{
	add((struct entry){ SMALL });
	finish(60000, "", 0);
}

static void too_big(void)
{
	one((struct entry){ SMALL, .zip64 = true });
}

static void encrypted(void)
{
	one((struct entry){ SMALL, .flags = 1 });
}

static void zstd_method(void)
{
	one((struct entry){ SMALL, .method = 93 });
}

static void million(void)
{
	char name[32];

	for (int i = 0; i < MANY; i++) {
		snprintf(name, sizeof name, "torch/lib/f%07d", i);
		add((struct entry){ .name = name, .data = "", .n = 0 });
	}
	finish(count, "", 0);
}

static void libraries(void)
{
	char name[32];

	for (int i = 0; i < LIBRARIES; i++) {
		snprintf(name, sizeof name, "%d.so", i);
		add((struct entry){ .name = name, .data = "", .n = 0 });
	}
	finish(count, "", 0);
}

/* The head of a shared library of x86-64 with two segments: all of it, and the dynamic section. */
enum { HEAD = 64, SEGMENT = 56, SEGMENTS = 2 * SEGMENT, TAG = 16 };

static void elf(uint8_t *p, uint32_t n, uint32_t segments, uint32_t dynamic, uint32_t tags)
{
	memcpy(p, "\177ELF\2\1\1", 7);
	le(p + 16, 3, 2);
	le(p + 18, 62, 2);
	le(p + 20, 1, 4);
	le(p + 32, segments, 8);
	le(p + 52, HEAD, 2);
	le(p + 54, SEGMENT, 2);
	le(p + 56, 2, 2);
	memset(p + segments, 0, SEGMENTS);
	le(p + segments, 1, 4);
	le(p + segments + 32, n, 8);
	le(p + segments + SEGMENT, 2, 4);
	le(p + segments + SEGMENT + 8, dynamic, 8);
	le(p + segments + SEGMENT + 16, dynamic, 8);
	le(p + segments + SEGMENT + 32, (uint64_t)tags * TAG, 8);
}

static uint8_t *tag(uint8_t *p, unsigned kind, uint64_t value)
{
	le(p, kind, 8);
	le(p + 8, value, 8);
	return p + TAG;
}

/* Libraries that need 256 others, all of one long name. Source of the layout: elf(5). */
static void needy(void)
{
	enum { DYNAMIC = HEAD + SEGMENTS, TEXT = DYNAMIC + (NEEDS + 3) * TAG, ALL = TEXT + NEED };
	static uint8_t p[ALL];
	uint8_t *at = p + DYNAMIC;
	char name[32];

	elf(p, ALL, HEAD, DYNAMIC, NEEDS + 3);
	for (int i = 0; i < NEEDS; i++)
		at = tag(at, 1, 0);
	at = tag(at, 5, TEXT);
	tag(at, 10, NEED);
	memset(p + TEXT, 'n', NEED - 1);
	for (int i = 0; i < NEEDY; i++) {
		snprintf(name, sizeof name, "%d.so", i);
		add((struct entry){ .name = name, .data = p, .n = ALL });
	}
	finish(count, "", 0);
}

/*
 * A library whose segments are listed behind its dynamic section, 7 of 8 MB away from either end,
 * as llvm-bolt leaves them: one pass over it does not do.
 */
static void far(void)
{
	enum { ALL = 8 << 20, DYNAMIC = 7 << 20, TEXT = DYNAMIC + 512, LATE = DYNAMIC + 4096 };
	uint8_t *p = zeros(ALL), *at = p + DYNAMIC;
	uint32_t x = 1;

	for (size_t i = 0; i < ALL; i++)
		p[i] = (uint8_t)((x = x * 1664525 + 1013904223) >> 24);
	memset(p, 0, HEAD);
	elf(p, ALL, LATE, DYNAMIC, 4);
	at = tag(at, 14, 1);
	at = tag(at, 5, TEXT);
	at = tag(at, 10, 16);
	tag(at, 0, 0);
	memcpy(p + TEXT, "\0libfar.so.1\0", 14);
	add((struct entry){ .name = "lib/libfar.so", .data = p, .n = ALL, .deflate = true });
	finish(count, "", 0);
	free(p);
}

static void bomb(void)
{
	uint8_t *p = zeros((size_t)BOMB_MB << 20);
	char *text = malloc((size_t)METADATA_MB << 20);

	if (!text)
		abort();
	memset(text, 'x', (size_t)METADATA_MB << 20);
	memcpy(text, "Name: bomb\nVersion: 1.0\n", 24);
	add((struct entry){ .name = "torch/lib/libbomb.so", .data = p, .n = (size_t)BOMB_MB << 20,
			    .deflate = true });
	add((struct entry){ .name = "bomb-1.0.dist-info/METADATA", .data = text,
			    .n = (size_t)METADATA_MB << 20, .deflate = true });
	finish(count, "", 0);
	free(text);
	free(p);
}

static const struct {
	const char *name;
	void (*make)(void);
} cases[] = {
	{ "plain", plain },         { "directory-size", directory_size },
	{ "both-sizes", both_sizes }, { "checksum", checksum },
	{ "local-name", local_name }, { "overlap", overlap },
	{ "nested", nested },       { "doubled", doubled },
	{ "upwards", upwards },     { "absolute", absolute },
	{ "backslash", backslash }, { "symbolic", symbolic },
	{ "nul", nul },             { "not-utf8", not_utf8 },
	{ "fake-end", fake_end },   { "prefix", prefix },
	{ "trailing", trailing },   { "joined", joined },
	{ "too-many", too_many },   { "too-big", too_big },
	{ "encrypted", encrypted }, { "zstd-method", zstd_method },
	{ "million", million },     { "bomb", bomb },
	{ "libraries", libraries }, { "needy", needy },
	{ "far", far },
};

int main(int argc, char **argv)
{
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (argc < 2) {
			puts(cases[i].name);
		} else if (strcmp(argv[1], cases[i].name) == 0) {
			cases[i].make();
			free(directory.p);
			return fclose(stdout) != 0;
		}
	}
	return argc >= 2;
}
