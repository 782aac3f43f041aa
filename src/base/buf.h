/*
 * A growing byte buffer that is born with its maximum. The first failure (over the maximum, no
 * memory) sticks: later calls do nothing, and the caller tests `failed` once at the end.
 *
 * BUF_WORDS is for what people read: over its maximum it does not fail but is cut between two
 * characters, ends with BUF_CUT_MARK, and takes no more.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/span.h"

struct buf {
	char *p;
	size_t n, room, max;
	bool failed;
	bool words, full; /* cut instead of failing; it was */
};

#define BUF_WORDS_MAX ((size_t)1 << 20)
#define BUF_CUT_MARK " [...]"

#define BUF(maximum) ((struct buf){ .max = (maximum) })
#define BUF_WORDS \
	((struct buf){ .max = BUF_WORDS_MAX + sizeof BUF_CUT_MARK, .words = true })
#define BUF_AUTO __attribute__((cleanup(buf_free))) struct buf

void buf_free(struct buf *b);
/* Makes room for n more bytes and a NUL, to be written at p + n; false after a failure. */
bool buf_room(struct buf *b, size_t n);
void buf_add(struct buf *b, const void *p, size_t n);
void buf_char(struct buf *b, char c);
void buf_str(struct buf *b, const char *s);
void buf_span(struct buf *b, struct span s);
/* Forgets all behind the first n bytes. */
void buf_cut(struct buf *b, size_t n);
void buf_printf(struct buf *b, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* What is in it, valid until the next change. */
struct span buf_view(const struct buf *b);
/* The same, terminated by a NUL that does not count; "" after a failure. */
const char *buf_cstr(struct buf *b);
