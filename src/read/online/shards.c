#include "read/online/shards.h"

#include "read/online/msgpack.h"

enum { SUM_BYTES = 32 };

static void read_info(struct msgpack *m, struct shards *to)
{
	for (size_t n = msgpack_map(m); n && !m->failed; n--) {
		struct span key = msgpack_text(m);

		if (span_is(key, "subdir"))
			to->subdir = msgpack_text(m);
		else if (span_is(key, "base_url"))
			to->base = msgpack_text(m);
		else if (span_is(key, "shards_base_url"))
			to->shards_base = msgpack_text(m);
		else
			msgpack_skip(m);
	}
}

bool shards_read(struct span text, struct shards *ret)
{
	struct msgpack m = { text, false };

	*ret = (struct shards){ { NULL, 0 }, { NULL, 0 }, { NULL, 0 }, { NULL, 0 } };
	for (size_t n = msgpack_map(&m); n && !m.failed; n--) {
		struct span key = msgpack_text(&m);

		if (span_is(key, "info"))
			read_info(&m, ret);
		else if (span_is(key, "shards")) {
			/* The map as it lies there, once it is known to be one of texts to sums. */
			ret->names = m.rest;
			for (size_t k = msgpack_map(&m); k && !m.failed; k--) {
				msgpack_text(&m);
				m.failed |= msgpack_bytes(&m).n != SUM_BYTES;
			}
		} else
			msgpack_skip(&m);
	}
	return !m.failed && !m.rest.n && ret->names.p;
}

bool shards_find(const struct shards *s, struct span name, char ret[SHARD_SUM])
{
	static const char digits[] = "0123456789abcdef";
	struct msgpack m = { s->names, false };

	for (size_t n = msgpack_map(&m); n && !m.failed; n--) {
		bool is = span_eq(msgpack_text(&m), name);
		struct span sum = msgpack_bytes(&m);

		if (!is)
			continue;
		for (size_t i = 0; i < sum.n && i < SUM_BYTES; i++) {
			ret[2 * i] = digits[(unsigned char)sum.p[i] >> 4];
			ret[2 * i + 1] = digits[sum.p[i] & 15];
		}
		ret[SHARD_SUM - 1] = '\0';
		return true;
	}
	return false;
}

bool shard_files(struct span text, void (*file)(void *own, struct span name), void *own)
{
	struct msgpack m = { text, false };
	bool any = false;

	for (size_t n = msgpack_map(&m); n && !m.failed; n--) {
		struct span key = msgpack_text(&m);

		if (!span_is(key, "packages") && !span_is(key, "packages.conda")) {
			msgpack_skip(&m);
			continue;
		}
		any = true;
		for (size_t k = msgpack_map(&m); k && !m.failed; k--) {
			struct span name = msgpack_text(&m);

			msgpack_skip(&m);
			if (!m.failed)
				file(own, name);
		}
	}
	return any && !m.failed && !m.rest.n;
}
