/* Feeds a text to readers of host formats, from every line on at which one of them begins. */
#pragma once

#include "base/utf8.h"
#include "read/host/format_private.h"

int fuzz_one(const uint8_t *data, size_t n);

static inline void read_all(const struct source *s, const struct host_format *f)
{
	for (size_t i = 0; i < s->n;) {
		struct host h = host_new("fuzz");
		size_t next = i + 1;

		if (s->v[i].s.n && f->begins(s, i))
			next = f->read(s, i, &h);
		if (next <= i || next > s->n)
			__builtin_trap();
		i = next;
	}
}

static inline void fuzz_format(const uint8_t *data, size_t n, const struct host_format *f)
{
	ARENA_AUTO a = { 0 };
	struct span text = utf8_of(&a, (struct span){ (const char *)data, n });
	struct sections all = { 0 };

	lines_split(&a, lines_scrub(&a, text), &all);
	for (size_t i = 0; i < all.n; i++)
		read_all(&(struct source){ &a, all.v[i].lines.v, all.v[i].lines.n }, f);
}
