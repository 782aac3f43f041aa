/* A PE file built by hand around the device code of a fixture, as a .pyd of Windows holds it. */
#include "unit/unit.h"

#include <string.h>

#include "base/io.h"
#include "read/package/open.h"

enum {
	HEADER = 64, SECTIONS = HEADER + 24 + 240, IMPORTS = 512, CODE = 1024, ROOM = 16384,
	IMPORT_ADDRESS = 0x1000, CODE_ADDRESS = 0x2000,
};

struct image {
	uint8_t b[ROOM];
	size_t n;
};

static void put16(struct image *m, size_t at, unsigned v)
{
	m->b[at] = (uint8_t)v;
	m->b[at + 1] = (uint8_t)(v >> 8);
}

static void put32(struct image *m, size_t at, uint32_t v)
{
	put16(m, at, v & 0xffff);
	put16(m, at + 2, v >> 16);
}

static void section(struct image *m, unsigned i, const char *name, uint32_t address, uint32_t at,
		    uint32_t n)
{
	size_t head = SECTIONS + i * 40u;

	memcpy(m->b + head, name, strlen(name));
	put32(m, head + 8, n);
	put32(m, head + 12, address);
	put32(m, head + 16, n);
	put32(m, head + 20, at);
}

/* One imported library: its descriptor, and the name 256 bytes behind the first. */
static void import(struct image *m, unsigned i, const char *name)
{
	size_t at = 256 + i * 32u;

	put32(m, IMPORTS + i * 20u + 12, (uint32_t)(IMPORT_ADDRESS + at));
	memcpy(m->b + IMPORTS + at, name, strlen(name));
}

static void headers(struct image *m, unsigned machine)
{
	memcpy(m->b, "MZ", 2);
	put32(m, 60, HEADER);
	memcpy(m->b + HEADER, "PE\0\0", 4);
	put16(m, HEADER + 4, machine);
	put16(m, HEADER + 6, 2);
	put16(m, HEADER + 20, 240);
	put16(m, HEADER + 24, 0x20b);
	put32(m, HEADER + 24 + 108, 16);
	put32(m, HEADER + 24 + 120, IMPORT_ADDRESS);
}

static void build(struct arena *a, unsigned machine, struct image *m)
{
	struct span code = { NULL, 0 };
	struct err e;

	if (io_read(a, TEST_FILES "binary/add.fatbin", IO_MAX, &code, &e))
		fail_msg("%s", e.text);
	assert_true(code.n < ROOM - CODE);
	memset(m, 0, sizeof *m);
	headers(m, machine);
	section(m, 0, ".rdata", IMPORT_ADDRESS, IMPORTS, CODE - IMPORTS);
	section(m, 1, ".nv_fatb", CODE_ADDRESS, CODE, (uint32_t)code.n);
	import(m, 0, "cudart64_12.dll");
	import(m, 1, "KERNEL32.dll");
	memcpy(m->b + CODE, code.p, code.n);
	m->n = CODE + code.n;
}

static int opened(struct arena *a, const struct image *m, size_t n, struct package *p)
{
	struct source source = source_memory("_C.pyd", m->b, n);
	struct inspect_options o = { .depth = DEPTH_EXACT };
	struct err e;

	memset(p, 0, sizeof *p);
	return open_source(a, &source, "_C.pyd", &o, p, &e);
}

TEST(pe_says_what_it_holds)
{
	ARENA_AUTO a = { 0 };
	struct package p;
	struct image m;
	const struct library *l;

	build(&a, 0x8664, &m);
	assert_int_equal(opened(&a, &m, m.n, &p), 0);
	assert_string_equal(p.kind, "pe");
	l = &p.libraries.v[0];
	assert_string_equal(l->machine, "x86_64");
	assert_int_equal(l->needed.n, 2);
	assert_string_equal(l->needed.v[0], "cudart64_12.dll");
	assert_string_equal(l->needed.v[1], "KERNEL32.dll");
	assert_int_equal(l->containers, 1);
	assert_int_equal(l->outside, 0);
	assert_int_equal(l->sass.n, 1);
	assert_int_equal(l->sass.v[0].major * 10 + l->sass.v[0].minor, 75);
	assert_int_equal(l->ptx.n, 1);
	assert_int_equal(l->ptx.v[0].major * 10 + l->ptx.v[0].minor, 120);
	for (size_t i = 0; i < l->code.n; i++)
		assert_string_equal(l->code.v[i].section, ".nv_fatb");
}

/* __nv_relfatbin with its eight characters: the input of the device linker is never loaded. */
TEST(pe_relocatable_code_is_no_support)
{
	ARENA_AUTO a = { 0 };
	struct package p;
	struct image m;

	build(&a, 0x8664, &m);
	memcpy(m.b + SECTIONS + 40, "__nv_rel", 8);
	assert_int_equal(opened(&a, &m, m.n, &p), 0);
	assert_int_equal(p.libraries.v[0].containers, 1);
	assert_int_equal(p.libraries.v[0].outside, 0);
	assert_int_equal(p.libraries.v[0].sass.n, 0);
	assert_int_equal(p.libraries.v[0].ptx.n, 0);
}

TEST(pe_for_arm_is_told)
{
	ARENA_AUTO a = { 0 };
	struct package p;
	struct image m;

	build(&a, 0xaa64, &m);
	assert_int_equal(opened(&a, &m, m.n, &p), 0);
	assert_string_equal(p.libraries.v[0].machine, "aarch64");
}

/* Every byte of the headers may lie, and the file may end anywhere. */
TEST(pe_lies_and_cuts_are_survived)
{
	struct image m;
	ARENA_AUTO a = { 0 };

	build(&a, 0x8664, &m);
	for (size_t i = 0; i < CODE; i++) {
		ARENA_AUTO b = { 0 };
		struct image lie = m;
		struct package p;

		lie.b[i] ^= 0xff;
		opened(&b, &lie, lie.n, &p);
		assert_true(p.libraries.n <= 1);
	}
	for (size_t n = 0; n < m.n; n += 7) {
		ARENA_AUTO b = { 0 };
		struct package p;

		opened(&b, &m, n, &p);
		assert_true(p.libraries.n <= 1);
	}
}
