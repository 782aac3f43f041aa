/* A PE file built by hand (tests/make-pe.c) around the device code of a fixture. */
#include "unit/unit.h"

#include <string.h>

#include "os/io.h"
#include "read/package/package_open.h"
#include "read/package/scan_private.h"

static const char name[] = "cudart64_12.dll";

enum {
	MACHINE = 64 + 4, SECTIONS = 64 + 24 + 240, RESOURCES = 1024, FIXED = RESOURCES + 96 + 40,
	WORD = FIXED + 88, END_OF_HEADERS = 1536,
};

static struct span image(struct arena *a)
{
	struct span s = { NULL, 0 };
	struct err e;

	if (io_read(a, TEST_FILES "binary/cudart64_12.dll", IO_MAX, &s, &e))
		fail_msg("%s", unit_err(&e));
	return s;
}

static int opened(struct arena *a, struct span s, struct package *p)
{
	struct blob source = blob_memory(name, s.p, s.n);
	struct inspect_options o = { .depth = DEPTH_EXACT };
	struct err e;

	memset(p, 0, sizeof *p);
	return package_open_blob(a, &source, &o, p, &e);
}

TEST(pe_says_what_it_holds)
{
	ARENA_AUTO a = { 0 };
	struct package p;
	const struct library *l;

	assert_int_equal(opened(&a, image(&a), &p), 0);
	assert_int_equal(p.kind, PACKAGE_PE);
	l = &p.libraries.v[0];
	assert_string_equal(l->machine, "x86_64");
	assert_int_equal(l->needed.n, 2);
	assert_string_equal(l->needed.v[0], "nvcuda.dll");
	assert_string_equal(l->needed.v[1], "KERNEL32.dll");
	assert_int_equal(l->product, PRODUCT_CUDART);
	assert_string_equal(l->version, "12.9.79");
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
	struct span s = image(&a);
	char *b = arena_span(&a, s);
	struct package p;

	s.p = b;
	memcpy(b + SECTIONS + 40, "__nv_rel", 8);
	assert_int_equal(opened(&a, s, &p), 0);
	assert_int_equal(p.libraries.v[0].containers, 1);
	assert_int_equal(p.libraries.v[0].outside, 0);
	assert_int_equal(p.libraries.v[0].sass.n, 0);
	assert_int_equal(p.libraries.v[0].ptx.n, 0);
}

/* Its description names no version: the fixed numbers count, unless they are those of a driver. */
TEST(pe_falls_back_to_the_fixed_version)
{
	ARENA_AUTO a = { 0 };
	struct span s = image(&a);
	char *b = arena_span(&a, s);
	struct package p;

	s.p = b;
	assert_int_equal(b[WORD + 42], 'V');
	b[WORD + 42] = 'v';
	assert_int_equal(opened(&a, s, &p), 0);
	assert_null(p.libraries.v[0].version);
	memcpy(b + FIXED + 8, "\x1c\0\x09\0\x2a\0\0\0", 8);
	assert_int_equal(opened(&a, s, &p), 0);
	assert_string_equal(p.libraries.v[0].version, "9.28.0.42");
}

TEST(pe_for_arm_is_told)
{
	ARENA_AUTO a = { 0 };
	struct span s = image(&a);
	char *b = arena_span(&a, s);
	struct package p;

	s.p = b;
	memcpy(b + MACHINE, "\x64\xaa", 2);
	assert_int_equal(opened(&a, s, &p), 0);
	assert_string_equal(p.libraries.v[0].machine, "aarch64");
}

TEST(pe_says_the_same_in_a_stream)
{
	ARENA_AUTO a = { 0 };
	struct span s = image(&a);

	for (size_t step = 1; step < s.n; step += 301) {
		struct scan *scan = arena_new(&a, struct scan);
		struct library l;

		scan_start(scan, name, s.n);
		do
			for (size_t at = 0; at < s.n; at += step)
				scan_feed(scan, (const uint8_t *)s.p + at,
					  s.n - at < step ? s.n - at : step);
		while (scan_again(scan));
		scan_result(scan, &a, true, &l);
		scan_free(scan);
		assert_string_equal(l.version, "12.9.79");
		assert_int_equal(l.needed.n, 2);
	}
}

/* Every byte of the headers may lie, and the file may end anywhere. */
TEST(pe_lies_and_cuts_are_survived)
{
	ARENA_AUTO a = { 0 };
	struct span s = image(&a);

	for (size_t i = 0; i < END_OF_HEADERS; i++) {
		ARENA_AUTO b = { 0 };
		char *lie = arena_span(&b, s);
		struct package p;

		lie[i] = (char)~lie[i];
		opened(&b, (struct span){ lie, s.n }, &p);
		assert_true(p.libraries.n <= 1);
	}
	for (size_t n = 0; n < s.n; n += 7) {
		ARENA_AUTO b = { 0 };
		struct package p;

		opened(&b, span_sub(s, 0, n), &p);
		assert_true(p.libraries.n <= 1);
	}
}
