#include "read/online/msgpack.h"

enum kind { KIND_PLAIN, KIND_TEXT, KIND_BYTES, KIND_LIST, KIND_MAP, KIND_NONE };

/* A value's head: its kind, and how many bytes or members follow. */
struct head {
	enum kind kind;
	uint64_t n;
};

static uint64_t number(struct msgpack *m, size_t bytes)
{
	uint64_t n = 0;

	if (m->rest.n < bytes) {
		m->failed = true;
		return 0;
	}
	for (size_t i = 0; i < bytes; i++)
		n = n << 8 | (uint8_t)m->rest.p[i];
	m->rest = span_from(m->rest, bytes);
	return n;
}

/* Heads 0xc0 to 0xdf: bytes of a length that follow (0: none), then what follows it. */
static struct head long_head(struct msgpack *m, unsigned type)
{
	static const struct {
		uint8_t kind, length, plain;
	} rows[32] = {
		[0x00] = { KIND_PLAIN, 0, 0 },                               /* nil */
		[0x01] = { KIND_NONE, 0, 0 },
		[0x02] = { KIND_PLAIN, 0, 0 }, [0x03] = { KIND_PLAIN, 0, 0 }, /* false, true */
		[0x04] = { KIND_BYTES, 1, 0 }, [0x05] = { KIND_BYTES, 2, 0 },
		[0x06] = { KIND_BYTES, 4, 0 },
		[0x07] = { KIND_PLAIN, 1, 1 }, /* ext: and its type */
		[0x08] = { KIND_PLAIN, 2, 1 }, [0x09] = { KIND_PLAIN, 4, 1 },
		[0x0a] = { KIND_PLAIN, 0, 4 }, [0x0b] = { KIND_PLAIN, 0, 8 }, /* float */
		[0x0c] = { KIND_PLAIN, 0, 1 }, [0x0d] = { KIND_PLAIN, 0, 2 }, /* uint */
		[0x0e] = { KIND_PLAIN, 0, 4 }, [0x0f] = { KIND_PLAIN, 0, 8 },
		[0x10] = { KIND_PLAIN, 0, 1 }, [0x11] = { KIND_PLAIN, 0, 2 }, /* int */
		[0x12] = { KIND_PLAIN, 0, 4 }, [0x13] = { KIND_PLAIN, 0, 8 },
		[0x14] = { KIND_PLAIN, 0, 2 }, [0x15] = { KIND_PLAIN, 0, 3 }, /* fixext */
		[0x16] = { KIND_PLAIN, 0, 5 }, [0x17] = { KIND_PLAIN, 0, 9 },
		[0x18] = { KIND_PLAIN, 0, 17 },
		[0x19] = { KIND_TEXT, 1, 0 }, [0x1a] = { KIND_TEXT, 2, 0 },
		[0x1b] = { KIND_TEXT, 4, 0 },
		[0x1c] = { KIND_LIST, 2, 0 }, [0x1d] = { KIND_LIST, 4, 0 },
		[0x1e] = { KIND_MAP, 2, 0 }, [0x1f] = { KIND_MAP, 4, 0 },
	};
	struct head h = { rows[type & 31].kind, 0 };

	h.n = number(m, rows[type & 31].length) + rows[type & 31].plain;
	return h;
}

static struct head head_of(struct msgpack *m)
{
	unsigned type = (unsigned)number(m, 1);
	struct head h;

	if (m->failed)
		return (struct head){ KIND_NONE, 0 };
	if (type < 0x80 || type >= 0xe0)
		h = (struct head){ KIND_PLAIN, 0 };
	else if (type < 0x90)
		h = (struct head){ KIND_MAP, type & 15 };
	else if (type < 0xa0)
		h = (struct head){ KIND_LIST, type & 15 };
	else if (type < 0xc0)
		h = (struct head){ KIND_TEXT, type & 31 };
	else
		h = long_head(m, type);
	if (h.kind == KIND_MAP)
		m->failed |= h.n > m->rest.n / 2;
	else
		m->failed |= h.n > m->rest.n || h.kind == KIND_NONE;
	return m->failed ? (struct head){ KIND_NONE, 0 } : h;
}

static struct head take(struct msgpack *m, enum kind kind)
{
	struct head h = head_of(m);

	m->failed |= h.kind != kind;
	return m->failed ? (struct head){ KIND_NONE, 0 } : h;
}

static struct span piece(struct msgpack *m, enum kind kind)
{
	struct head h = take(m, kind);
	struct span s = span_sub(m->rest, 0, (size_t)h.n);

	m->rest = span_from(m->rest, (size_t)h.n);
	return s;
}

size_t msgpack_map(struct msgpack *m)
{
	return (size_t)take(m, KIND_MAP).n;
}

struct span msgpack_text(struct msgpack *m)
{
	return piece(m, KIND_TEXT);
}

struct span msgpack_bytes(struct msgpack *m)
{
	return piece(m, KIND_BYTES);
}

/* Values that are still to come are counted, so that depth costs nothing. */
void msgpack_skip(struct msgpack *m)
{
	uint64_t left = 1;

	while (left && !m->failed) {
		struct head h = head_of(m);

		left--;
		if (h.kind == KIND_MAP)
			left += 2 * h.n;
		else if (h.kind == KIND_LIST)
			left += h.n;
		else
			m->rest = span_from(m->rest, (size_t)h.n);
		m->failed |= left > m->rest.n;
	}
}
