#include "unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "os/io.h"
#include "read/package/package_open.h"
#include "read/package/scan_private.h"

static const char *const fixtures[] = {
	"libplain.so", "libsuffix.so", "libptx.so", "liblz4.so", "libzstd.so", "libline.so",
	"libdebug.so", "libstub.so", "libpatched.so", "librdc.a", "add.cubin", "add.ptx",
	"add.fatbin", "lto.fatbin", "cudart64_12.dll",
};

enum { FIXTURES = sizeof fixtures / sizeof *fixtures };

static struct span content(struct arena *a, const char *name, const char *end)
{
	struct span s = { NULL, 0 };
	struct err e;

	if (io_read(a, arena_printf(a, TEST_FILES "binary/%s%s", name, end), IO_MAX, &s, &e))
		fail_msg("%s", unit_err(&e));
	return s;
}

/* "sass 75 86; ptx 86:9.0", as the *.want files have it. */
static const char *summary(struct arena *a, const struct library *l)
{
	BUF_AUTO b = BUF(4096);
	char text[SM_TEXT];

	if (l->sass.n)
		buf_str(&b, "sass");
	for (size_t i = 0; i < l->sass.n; i++)
		buf_printf(&b, " %s", sm_text(l->sass.v[i], text));
	for (size_t i = 0; i < l->code.n; i++) {
		const struct sm_code *k = &l->code.v[i].key;

		if (k->kind == CODE_PTX)
			buf_printf(&b, "%sptx %s:%u.%u", b.n ? "; " : "", sm_text(k->sm, text),
				   k->isa_major, k->isa_minor);
		if (k->kind == CODE_LTO)
			buf_printf(&b, "%slto %s", b.n ? "; " : "", sm_text(k->sm, text));
	}
	return arena_str(a, buf_cstr(&b));
}

static struct package inspected(struct arena *a, const char *name)
{
	struct inspect_options o = { .depth = DEPTH_EXACT };
	struct package p = { 0 };
	struct err e;

	if (package_open(a, arena_printf(a, TEST_FILES "binary/%s", name), &o, &p, &e))
		fail_msg("%s", unit_err(&e));
	return p;
}

TEST(inspect_finds_the_code_that_the_compiler_was_asked_for)
{
	for (size_t i = 0; i < FIXTURES; i++) {
		ARENA_AUTO a = { 0 };
		struct package p = inspected(&a, fixtures[i]);
		struct span want = span_trim(content(&a, fixtures[i], ".want"));

		assert_int_equal(p.libraries.n, 1);
		if (!span_is(want, summary(&a, &p.libraries.v[0])))
			fail_msg("%s: '%s', not '" SPAN_FMT "'", fixtures[i],
				 summary(&a, &p.libraries.v[0]), SPAN_ARG(want));
	}
}

/* The same bytes as a stream in pieces of `first` and then `step` bytes. */
static struct library streamed_as(struct arena *a, struct scan *s, const char *name,
				  struct span bytes, size_t first, size_t step)
{
	const uint8_t *p = (const uint8_t *)bytes.p;
	struct library l;

	scan_start(s, name, bytes.n);
	do {
		size_t n = first;

		for (size_t at = 0; at < bytes.n; at += n, n = step) {
			if (n > bytes.n - at)
				n = bytes.n - at;
			scan_feed(s, p + at, n);
		}
	} while (scan_again(s));
	scan_result(s, a, true, &l);
	scan_free(s);
	return l;
}

static struct library streamed(struct arena *a, struct scan *s, struct span bytes, size_t first,
			       size_t step)
{
	return streamed_as(a, s, "stream.so", bytes, first, step);
}

TEST(inspect_finds_the_same_whatever_the_seams)
{
	struct scan *s = malloc(sizeof *s);

	for (size_t i = 0; i < 10; i++) {
		ARENA_AUTO a = { 0 };
		struct span bytes = content(&a, fixtures[i], "");
		struct span want = span_trim(content(&a, fixtures[i], ".want"));

		for (size_t cut = 1; cut < bytes.n; cut += i == 1 || i == 3 ? 1 : 61) {
			ARENA_AUTO b = { 0 };
			struct library l = streamed(&b, s, bytes, cut, bytes.n);

			if (!span_is(want, summary(&b, &l)))
				fail_msg("%s cut at %zu: %s", fixtures[i], cut, summary(&b, &l));
		}
		for (size_t step = 1; step < 100; step += i == 4 ? 1 : 23) {
			ARENA_AUTO b = { 0 };
			struct library l = streamed(&b, s, bytes, step, step);

			if (!span_is(want, summary(&b, &l)))
				fail_msg("%s in steps of %zu: %s", fixtures[i], step,
					 summary(&b, &l));
		}
	}
	free(s);
}

/* One member more; those of an odd size are followed by a byte that does not count. */
static void member(struct buf *b, const char *name, struct span s)
{
	buf_printf(b, "%-16s%-12d%-6d%-6d%-8o%-10zu`\n", name, 0, 0, 0, 0644, s.n);
	buf_span(b, s);
	if (s.n & 1)
		buf_char(b, '\n');
}

static void same_code(const struct library *x, const struct library *y)
{
	assert_int_equal(x->code.n, y->code.n);
	for (size_t i = 0; i < x->code.n; i++) {
		const struct code_count *c = &x->code.v[i], *d = &y->code.v[i];

		assert_true(sm_code_equal(&c->key, &d->key) && c->n == d->n);
		assert_int_equal(c->relocatable, d->relocatable);
		assert_string_equal(c->section ? c->section : "", d->section ? d->section : "");
	}
	assert_int_equal(x->containers, y->containers);
	assert_int_equal(x->outside, y->outside);
	assert_int_equal(x->empty, y->empty);
	assert_int_equal(x->format, y->format);
	assert_string_equal(x->machine ? x->machine : "", y->machine ? y->machine : "");
	assert_true(x->scanned && y->scanned);
}

/* Members are files of their own, whether they are sought or stream by in pieces. */
TEST(inspect_reads_a_static_library_in_a_stream_as_on_disk)
{
	struct scan *s = malloc(sizeof *s);
	ARENA_AUTO a = { 0 };
	struct buf b = BUF(IO_MAX);
	struct library disk, l;
	struct blob source;
	struct err e;

	buf_str(&b, "!<arch>\n");
	member(&b, "/", SPAN("\0\0\0\1index"));
	member(&b, "libplain.so/", content(&a, "libplain.so", ""));
	member(&b, "odd.txt/", SPAN("three"));
	member(&b, "empty/", SPAN(""));
	member(&b, "lto.fatbin/", content(&a, "lto.fatbin", ""));
	member(&b, "libsuffix.so/", content(&a, "libsuffix.so", ""));
	member(&b, "//", SPAN("long names\n"));
	member(&b, "libptx.so/", content(&a, "libptx.so", ""));
	assert_false(b.failed);
	source = blob_memory("both.a", b.p, b.n);
	assert_int_equal(scan_blob(&a, &source, "both.a", &disk, &e), 0);
	assert_int_equal(disk.containers, 4);
	for (size_t cut = 1; cut < b.n; cut += cut < 300 ? 1 : 193) {
		ARENA_AUTO c = { 0 };

		l = streamed(&c, s, buf_view(&b), cut, b.n);
		same_code(&disk, &l);
	}
	for (size_t step = 1; step < 80; step++) {
		ARENA_AUTO c = { 0 };

		l = streamed(&c, s, buf_view(&b), step, step);
		same_code(&disk, &l);
	}
	buf_free(&b);
	free(s);
}

TEST(inspect_says_when_a_static_library_lies_in_a_stream)
{
	static const char lies[] = "!<arch>\nlong.o/         0           0     0     644     "
				   "99999     `\n";
	struct scan *s = malloc(sizeof *s);
	struct library l;
	ARENA_AUTO a = { 0 };
	struct err e;

	scan_start(s, "lies.a", sizeof lies - 1);
	scan_feed(s, (const uint8_t *)lies, sizeof lies - 1);
	assert_false(scan_again(s));
	assert_int_equal(scan_check(s, &e), ERR_INPUT);
	assert_string_equal(unit_err(&e), "lies.a: damaged at its member 1");
	scan_result(s, &a, false, &l);
	assert_false(l.scanned);
	scan_free(s);
	free(s);
}

TEST(inspect_reads_what_the_loader_reads)
{
	ARENA_AUTO a = { 0 };
	struct package p = inspected(&a, "libpatched.so");
	const struct library *l = &p.libraries.v[0];

	assert_string_equal(l->soname, "libzstd.so");
	assert_string_equal(l->runpath, "$ORIGIN/../../nvidia/cudnn/lib");
	assert_int_equal(l->needed.n, 1);
	assert_string_equal(l->needed.v[0], "libcudart.so.13");
	assert_string_equal(l->machine, "x86_64");
	assert_int_equal(strlen(l->build_id), 40);
}

TEST(inspect_survives_every_cut)
{
	struct scan *s = malloc(sizeof *s);

	for (size_t i = 0; i < FIXTURES; i++) {
		ARENA_AUTO a = { 0 };
		struct span bytes = content(&a, fixtures[i], "");

		for (size_t n = 0; n < bytes.n; n += 37) {
			ARENA_AUTO b = { 0 };
			struct blob source = blob_memory(fixtures[i], bytes.p, n);
			struct inspect_options o = { .depth = DEPTH_EXACT };
			struct package p = { 0 };
			struct err e;

			if (package_open_blob(&b, &source, &o, &p, &e) == 0)
				package_sum(&b, &p);
			else
				assert_int_not_equal(unit_err(&e)[0], 0);
			streamed(&b, s, span_sub(bytes, 0, n), 64, 64);
		}
	}
	free(s);
}

TEST(inspect_finds_strings_across_seams)
{
	static const char text[] =
		"xxsm_1sm_75 sm_80 sm_90a compute_90\0yy NCCL version 2.28.9+cuda13.0"
				   "\0cudnn_version_9_19_0_56_\0sm_70\0";
	const uint8_t *p = (const uint8_t *)text;

	for (size_t cut = 1; cut < sizeof text; cut++) {
		struct texts t;

		texts_start(&t, ~0u);
		texts_feed(&t, p, cut);
		texts_feed(&t, p + cut, sizeof text - cut);
		texts_gap(&t);
		assert_string_equal(t.found[TEXT_DECLARED], "sm_75 sm_80 sm_90a compute_90");
		assert_string_equal(t.found[TEXT_NCCL], "NCCL version 2.28.9+cuda13.0");
		assert_string_equal(t.found[TEXT_CUDNN], "cudnn_version_9_19_0_56_");
	}
}

/* The same from a stream in small pieces, where functions pass before they are known to matter. */
TEST(inspect_finds_what_a_library_answers_with_in_a_stream)
{
	ARENA_AUTO a = { 0 };
	struct span s = content(&a, "libcudart-6d56b25a.so.11.0", "");

	for (size_t step = 1; step < 4000; step += 97) {
		struct scan *scan = arena_new(&a, struct scan);
		struct library l;

		scan_start(scan, "libcudart-6d56b25a.so.11.0", s.n);
		do
			for (size_t at = 0; at < s.n; at += step)
				scan_feed(scan, (const uint8_t *)s.p + at,
					  s.n - at < step ? s.n - at : step);
		while (scan_again(scan));
		scan_result(scan, &a, true, &l);
		scan_free(scan);
		assert_string_equal(l.version, "11.1");
	}
}

/* Any byte of it may lie: no crash, and no version that does not fit its soname. */
TEST(inspect_bears_lies_in_a_library_that_answers)
{
	ARENA_AUTO a = { 0 };
	struct span s = content(&a, "libcurand.so.10", "");

	for (size_t i = 0; i < s.n; i++) {
		ARENA_AUTO b = { 0 };
		char *copy = arena_span(&b, s);
		struct blob source = blob_memory("lie", copy, s.n);
		struct library l;
		struct err e;

		copy[i] = (char)(copy[i] ^ 0x5a);
		if (scan_blob(&b, &source, "libcurand.so.10", &l, &e) == 0 && l.soname &&
		    strcmp(l.soname, "libcurand.so.10") == 0 && l.version &&
		    strncmp(l.version, "10.", 3) != 0)
			fail_msg("byte %zu: %s", i, l.version);
	}
}

static void put(uint8_t *p, uint64_t v, int n)
{
	for (int i = 0; i < n; i++, v >>= 8)
		p[i] = (uint8_t)v;
}

static void segments(uint8_t *p, uint64_t size, uint64_t dynamic)
{
	put(p, 1, 4);
	put(p + 32, size, 8);
	put(p + 56, 2, 4);
	put(p + 64, dynamic, 8);
	put(p + 72, dynamic, 8);
	put(p + 88, 64, 8);
}

/* The old list of segments tells what the new one, behind all, tells too late. */
TEST(inspect_reads_what_llvm_bolt_left_in_one_pass)
{
	static const uint64_t tags[] = { 14, 1, 5, 3 << 20, 10, 16, 0, 0 };
	enum { SIZE = 4 << 20, DYNAMIC = 1 << 20, LATE = 3 << 19 };
	struct scan *s = malloc(sizeof *s);
	ARENA_AUTO a = { 0 };

	for (int old = 0; old < 2; old++) {
		uint8_t *p = arena_alloc(&a, SIZE);
		struct library l;

		memcpy(p, "\177ELF\2\1\1", 7);
		put(p + 16, 3, 2);
		put(p + 18, 62, 2);
		put(p + 32, LATE, 8);
		put(p + 54, 56, 2);
		put(p + 56, 2, 2);
		segments(p + LATE, SIZE, DYNAMIC);
		if (old)
			segments(p + 64, SIZE, DYNAMIC);
		for (size_t i = 0; i < 8; i++)
			put(p + DYNAMIC + 8 * i, tags[i], 8);
		memcpy(p + tags[3], "\0libfar.so.1\0", 14);
		l = streamed(&a, s, (struct span){ (char *)p, SIZE }, 4096, 4096);
		assert_string_equal(l.soname, "libfar.so.1");
		assert_int_equal(s->passes, old ? 1 : 2);
	}
	free(s);
}

/* Sections of an object of Windows begin at any byte, and long names stand behind its symbols. */
TEST(inspect_reads_a_static_library_of_windows)
{
	struct scan *s = malloc(sizeof *s);
	ARENA_AUTO a = { 0 };
	struct span code = content(&a, "add.fatbin", "");
	uint8_t head[20 + 40] = { 0x64, 0x86, 1 };
	struct buf o = BUF(IO_MAX), b = BUF(IO_MAX);
	struct library disk;
	struct blob source;
	struct err e;

	put(head + 8, sizeof head + 3 + code.n, 4);
	memcpy(head + 20, "/4", 2);
	put(head + 20 + 16, code.n, 4);
	put(head + 20 + 20, sizeof head + 3, 4);
	buf_add(&o, head, sizeof head);
	buf_str(&o, "odd");
	buf_span(&o, code);
	buf_span(&o, SPAN("\23\0\0\0__nv_relfatbin\0"));
	buf_str(&b, "!<arch>\n");
	member(&b, "/", SPAN("\0\0\0\1index"));
	member(&b, "x.obj/", buf_view(&o));
	source = blob_memory("x.lib", b.p, b.n);
	assert_int_equal(scan_blob(&a, &source, "x.lib", &disk, &e), 0);
	assert_int_equal(disk.containers, 1);
	assert_true(disk.code.n > 0 && disk.code.v[0].relocatable);
	assert_string_equal(disk.code.v[0].section, "__nv_relfatbin");
	for (size_t step = 1; step < 200; step++) {
		ARENA_AUTO c = { 0 };
		struct library l = streamed_as(&c, s, "x.lib", buf_view(&b), step, step);

		same_code(&disk, &l);
	}
	buf_free(&o);
	buf_free(&b);
	free(s);
}
