/*
 * A long directory of which only a part is read: the input's entries stand at the front of the
 * file, its directory at the front of the directory and, with an input of even size, again at the
 * end of it; else another entry is the last.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "read/package/entries_private.h"
#include "read/package/wheel_private.h"

int fuzz_one(const uint8_t *data, size_t n);

enum { END = 22, CENTRAL = 46, NAME_AT = 28 };

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

/* Where the directory begins; n: nowhere. */
static size_t entries_end(const uint8_t *data, size_t n)
{
	const uint8_t *at = memmem(data, n, "PK\1\2", 4);

	return at ? (size_t)(at - data) : n;
}

static void other_entry(struct buf *b)
{
	static const char head[CENTRAL] = "PK\1\2\24\3\12";

	buf_add(b, head, NAME_AT);
	buf_add(b, "\3\0", 2);
	buf_add(b, head + NAME_AT + 2, CENTRAL - NAME_AT - 2);
	buf_add(b, "x.h", 3);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	static const char filler[ZIP_TAIL];
	BUF_AUTO b = BUF(1 << 24);
	ARENA_AUTO a = { 0 };
	struct package p = { 0 };
	struct blob s;
	bool odd = n & 1;
	size_t at;

	n = n > END ? n - END : 0;
	at = entries_end(data, n);
	buf_add(&b, data, n);
	buf_add(&b, filler, sizeof filler);
	if (odd)
		other_entry(&b);
	else
		buf_add(&b, data + at, n - at);
	end_record(&b, at, b.n - at);
	s = blob_memory("fuzz.whl", b.p, b.n);
	s.remote = true;
	if (wheel_brief(&a, &s, &p) == 0 && p.libraries.n > ENTRIES_MOST)
		abort();
	return 0;
}
