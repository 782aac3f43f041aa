/*
 * A long directory of which only a part is read: the input, entries and directory, stands at the
 * front of the file, again at the front of its directory, and at the end of that.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "read/package/entries.h"
#include "read/package/wheel_info.h"

int fuzz_one(const uint8_t *data, size_t n);

enum { END = 22 };

static void u32(struct buf *b, size_t v)
{
	for (int i = 0; i < 4; i++, v >>= 8)
		buf_char(b, (char)v);
}

static void end_record(struct buf *b, size_t at, size_t size)
{
	u32(b, 0x06054b50);
	u32(b, 0);
	u32(b, 0x00010001);
	u32(b, size);
	u32(b, at);
	buf_add(b, "\0", 2);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char filler[ZIP_TAIL];
	BUF_AUTO b = BUF(1 << 24);
	ARENA_AUTO a = { 0 };
	struct package p = { 0 };
	struct source s;
	size_t at;

	n = n > END ? n - END : 0;
	buf_add(&b, data, n);
	at = b.n;
	buf_add(&b, data, n);
	buf_add(&b, filler, sizeof filler);
	buf_add(&b, data, n);
	end_record(&b, at, b.n - at);
	s = source_memory("fuzz.whl", b.p, b.n);
	s.remote = true;
	if (wheel_brief(&a, &s, &p) == 0 && p.libraries.n > ENTRIES_MOST)
		abort();
	return 0;
}
