/* Archives that lie: every one is refused or told, none crashes or costs memory. */
#include "unit/unit.h"

#include <string.h>

#include "base/buf.h"
#include "door/inflate.h"
#include "read/package/entries_private.h"
#include "read/package/package_open.h"
#include "read/package/wheel_private.h"
#include "read/package/zip_private.h"

/* An archive in the making. */
struct maker {
	struct buf body, directory;
	unsigned n;
};

struct entry {
	const char *name;
	size_t name_n;
	const char *data;
	size_t n;
	unsigned method, flags;
	uint32_t size, crc, packed, at;
	bool lie_size, lie_crc, lie_at, link;
	const char *local_name;
};

static void u16(struct buf *b, unsigned v)
{
	buf_char(b, (char)v);
	buf_char(b, (char)(v >> 8));
}

static void u32(struct buf *b, uint32_t v)
{
	u16(b, v & 0xffff);
	u16(b, v >> 16);
}

static void sizes(struct buf *b, const struct entry *x, uint32_t crc)
{
	u32(b, x->lie_crc ? x->crc : crc);
	u32(b, x->packed ? x->packed : (uint32_t)x->n);
	u32(b, x->lie_size ? x->size : (uint32_t)x->n);
}

static void put(struct maker *m, const struct entry *x)
{
	uint32_t at = (uint32_t)m->body.n, crc = inflate_crc(0, x->data, x->n);
	size_t name_n = x->name_n ? x->name_n : strlen(x->name);

	if (!x->lie_at) {
		u32(&m->body, 0x04034b50);
		u16(&m->body, 20);
		u16(&m->body, x->flags);
		u16(&m->body, x->method);
		u32(&m->body, 0);
		sizes(&m->body, x, crc);
		u16(&m->body, (unsigned)name_n);
		u16(&m->body, 0);
		buf_add(&m->body, x->local_name ? x->local_name : x->name, name_n);
		buf_add(&m->body, x->data, x->n);
	}
	u32(&m->directory, 0x02014b50);
	u16(&m->directory, 3 << 8);
	u16(&m->directory, 20);
	u16(&m->directory, x->flags);
	u16(&m->directory, x->method);
	u32(&m->directory, 0);
	sizes(&m->directory, x, crc);
	u16(&m->directory, (unsigned)name_n);
	u32(&m->directory, 0);
	u32(&m->directory, 0);
	u32(&m->directory, x->link ? 0xa1ff0000 : 0);
	u32(&m->directory, x->lie_at ? x->at : at);
	buf_add(&m->directory, x->name, name_n);
	m->n++;
}

static struct span finish(struct arena *a, struct maker *m, unsigned count, const char *comment)
{
	uint32_t at = (uint32_t)m->body.n;
	struct span s;

	buf_span(&m->body, buf_view(&m->directory));
	u32(&m->body, 0x06054b50);
	u32(&m->body, 0);
	u16(&m->body, count);
	u16(&m->body, count);
	u32(&m->body, (uint32_t)m->directory.n);
	u32(&m->body, at);
	u16(&m->body, (unsigned)strlen(comment));
	buf_str(&m->body, comment);
	s = (struct span){ arena_span(a, buf_view(&m->body)), m->body.n };
	buf_free(&m->body);
	buf_free(&m->directory);
	return s;
}

#define MAKER { BUF(64 << 20), BUF(64 << 20), 0 }

static int opened(struct arena *a, struct span s, struct package *p, struct err *e)
{
	struct blob source = blob_memory("x.whl", s.p, s.n);
	struct inspect_options o = { .depth = DEPTH_EXACT, .threads = 1 };

	memset(p, 0, sizeof *p);
	return package_open_blob(a, &source, &o, p, e);
}

static bool has(const struct package *p, enum finding_code code)
{
	for (size_t i = 0; i < p->findings.n; i++)
		if (p->findings.v[i].code == code)
			return true;
	return false;
}

/* One entry: refused (want_rc), or read with that finding. */
static void check_one(struct entry x, int want_rc, enum finding_code code, const char *text)
{
	ARENA_AUTO a = { 0 };
	struct maker m = MAKER;
	struct package p;
	struct err e = { 0 };
	int rc;

	put(&m, &x);
	rc = opened(&a, finish(&a, &m, 1, ""), &p, &e);
	if (rc != want_rc)
		fail_msg("%s: %d (%s)", text, rc, unit_err(&e));
	if (code && !has(&p, code))
		fail_msg("%s: no such finding", text);
}

TEST(zip_plain_is_read)
{
	check_one((struct entry){ .name = "a.so", .data = "hello", .n = 5 }, 0, 0, "plain");
}

TEST(zip_lies_about_one_entry)
{
	const char *d = "0123456789";

	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .lie_size = true, .size = 5 },
		  ERR_INPUT, CP403, "stored size differs");
	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .method = 8, .lie_size = true,
				  .size = 0xfffffff0 }, ERR_INPUT, CP403, "bomb by claim");
	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .lie_crc = true, .crc = 1 },
		  0,
		  CP402, "wrong checksum");
	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .packed = 4000 }, ERR_INPUT,
		  CP403, "reaches into what follows");
	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .local_name = "b.so" }, 0,
		  CP402, "local name differs");
	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .method = 93 }, 0, CP402,
		  "unknown method");
	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .flags = 1 }, 0, CP402,
		  "encrypted");
	check_one((struct entry){ .name = "a.so", .data = d, .n = 10, .method = 8 }, 0, CP402,
		  "garbage instead of deflate");
}

TEST(zip_dangerous_names_are_told)
{
	static const struct {
		const char *name;
		size_t n;
	} names[] = { { "../../etc/x", 0 }, { "/abs", 0 }, { "a\\..\\z", 0 }, { "C:x", 0 },
		      { "a\0b.so", 6 }, { "\xff\xfe.so", 0 }, { "a/../b", 0 } };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		check_one((struct entry){ .name = names[i].name, .name_n = names[i].n, .data = "x",
					  .n = 1 }, 0, CP405, names[i].name);
	check_one((struct entry){ .name = "link", .data = "/etc/passwd", .n = 11, .link = true }, 0,
		  CP405, "symbolic link");
}

TEST(zip_overlap_bomb_is_refused)
{
	ARENA_AUTO a = { 0 };
	struct maker m = MAKER;
	struct package p;
	struct err e;

	put(&m, &(struct entry){ .name = "0.so", .data = "x", .n = 1 });
	for (unsigned i = 1; i < 1000; i++)
		put(&m, &(struct entry){ .name = arena_printf(&a, "%u.so", i), .data = "x", .n = 1,
					 .lie_at = true, .at = 0 });
	assert_int_equal(opened(&a, finish(&a, &m, 1000, ""), &p, &e), ERR_INPUT);
	assert_true(has(&p, CP403));
}

TEST(zip_doubled_names)
{
	ARENA_AUTO a = { 0 };
	struct maker m = MAKER;
	struct package p;
	struct err e;

	put(&m, &(struct entry){ .name = "a.so", .data = "x", .n = 1 });
	put(&m, &(struct entry){ .name = "a.so", .data = "y", .n = 1 });
	assert_int_equal(opened(&a, finish(&a, &m, 2, ""), &p, &e), ERR_INPUT);
	assert_true(has(&p, CP403));
}

TEST(zip_end_record_lies)
{
	static const unsigned counts[] = { 0, 2, 60000, 65535 };

	for (size_t i = 0; i < 4; i++) {
		ARENA_AUTO a = { 0 };
		struct maker m = MAKER;
		struct package p;
		struct err e;

		put(&m, &(struct entry){ .name = "a.so", .data = "x", .n = 1 });
		assert_int_equal(opened(&a, finish(&a, &m, counts[i], ""), &p, &e), ERR_INPUT);
	}
}

TEST(zip_fake_end_in_the_comment)
{
	ARENA_AUTO a = { 0 };
	struct maker m = MAKER;
	struct package p;
	struct span s;
	struct err e;
	char *copy;

	put(&m, &(struct entry){ .name = "a.so", .data = "x", .n = 1 });
	s = finish(&a, &m, 1, "ABCDABCDABCDABCDABCDAB");
	copy = arena_span(&a, s);
	memset(copy + s.n - 22, 0, 22);
	memcpy(copy + s.n - 22, "PK\5\6", 4);
	assert_int_equal(opened(&a, (struct span){ copy, s.n }, &p, &e), ERR_INPUT);
	assert_non_null(strstr(unit_err(&e), "two end records"));
}

TEST(zip_million_entries_is_over_the_limit)
{
	ARENA_AUTO a = { 0 };
	struct maker m = MAKER;
	struct package p;
	struct err e;
	struct span s;
	char *copy;

	/* a ZIP64 end record that claims a million entries in 60 MB */
	put(&m, &(struct entry){ .name = "a.so", .data = "x", .n = 1 });
	for (unsigned i = 0; i < 400000; i++)
		buf_add(&m.directory, "PK\1\2xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 46);
	s = finish(&a, &m, 65535, "");
	copy = arena_span(&a, s);
	assert_int_equal(opened(&a, (struct span){ copy, s.n }, &p, &e), ERR_INPUT);
	assert_true(has(&p, CP404));
	assert_true(a.used < (size_t)64 << 20);
}

static void put_headers(struct arena *a, struct maker *m, unsigned from)
{
	for (unsigned i = from; i < from + 2000; i++)
		put(m, &(struct entry){
			.name = arena_printf(a, "x/include/a_header_with_a_long_name_%u.h", i),
			.data = "", .n = 0 });
}

static void put_info(struct maker *m, bool lies)
{
	static const char record[] = "x/lib/a.so,,7\nx/lib/a.h,,1\nx-1.dist-info/RECORD,,\n";

	put(m, &(struct entry){ .name = "x-1.dist-info/METADATA", .data = "Name: x\n\n", .n = 9 });
	put(m, &(struct entry){ .name = "x-1.dist-info/WHEEL", .data = "Tag: py3-none-any\n",
				.n = 18 });
	put(m, &(struct entry){ .name = "x-1.dist-info/RECORD", .data = record,
				.n = sizeof record - 1, .lie_crc = lies });
}

/* A wheel with 4,000 headers, read as from a server, with its .dist-info at one of three places. */
static uint64_t brief(int place, bool lies)
{
	ARENA_AUTO a = { 0 };
	struct inspect_options o = { .depth = DEPTH_NAMES };
	struct maker m = MAKER;
	struct blob source;
	struct package p = { 0 };
	struct span s;
	struct err e;

	for (int i = 0; i < 3; i++) {
		if (i == place)
			put_info(&m, lies);
		if (i < 2)
			put_headers(&a, &m, 2000 * (unsigned)i);
	}
	put(&m, &(struct entry){ .name = "x/lib/a.so", .data = "\177ELF\2\1\1", .n = 7 });
	s = finish(&a, &m, m.n, "");
	source = blob_memory("x.whl", s.p, s.n);
	source.remote = true;
	assert_int_equal(wheel_read(&a, &source, &o, &p, &e), 0);
	assert_string_equal(p.name, "x");
	assert_string_equal(p.wheel_tag, "py3-none-any");
	assert_int_equal(p.libraries.n, 1);
	assert_string_equal(p.libraries.v[0].path, "x/lib/a.so");
	assert_int_equal(p.libraries.v[0].size, 7);
	assert_int_equal(p.findings.n, 0);
	return source.bytes_read;
}

TEST(zip_names_need_a_part_of_the_directory)
{
	enum { DIRECTORY = 4000 * 80 };

	/* the tail is taken once for each part, and nothing else of the directory but 64 KiB */
	assert_true(brief(2, false) < ZIP_TAIL + 1024);
	assert_true(brief(0, false) < 2 * ZIP_TAIL + (64 << 10) + 1024);
	assert_true(brief(1, false) > DIRECTORY);
	assert_true(brief(2, true) > DIRECTORY);
}

TEST(zip_too_many_libraries_are_left_out)
{
	ARENA_AUTO a = { 0 };
	struct maker m = MAKER;
	struct package p;
	struct err e;

	for (unsigned i = 0; i < ENTRIES_MOST + 1; i++)
		put(&m, &(struct entry){ .name = arena_printf(&a, "%u.so", i), .data = "" });
	assert_int_equal(opened(&a, finish(&a, &m, m.n, ""), &p, &e), 0);
	assert_int_equal(p.libraries.n, ENTRIES_MOST);
	assert_int_equal(p.scanned, SCANNED_PARTIAL);
	assert_true(has(&p, CP404));
}

TEST(zip_every_cut_and_every_byte_changed)
{
	ARENA_AUTO a = { 0 };
	struct maker m = MAKER;
	struct span s;

	put(&m, &(struct entry){ .name = "torch/version.py", .data = "cuda = '12.8'\n", .n = 14 });
	put(&m, &(struct entry){ .name = "x-1.dist-info/METADATA", .data = "Name: x\n\n", .n = 9 });
	put(&m, &(struct entry){ .name = "x.so", .data = "\177ELF\2\1\1", .n = 7 });
	s = finish(&a, &m, 3, "");
	for (size_t n = 0; n < s.n; n++) {
		ARENA_AUTO b = { 0 };
		char *copy = arena_span(&b, s);
		struct package p;
		struct err e;

		assert_int_not_equal(opened(&b, span_sub(s, 0, n), &p, &e), 0);
		for (int bit = 0; bit < 8; bit++) {
			copy[n] ^= (char)(1 << bit);
			opened(&b, (struct span){ copy, s.n }, &p, &e);
			copy[n] ^= (char)(1 << bit);
		}
	}
}
