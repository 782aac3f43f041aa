#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void buf_free(struct buf *b)
{
	free(b->p);
	b->p = NULL;
	b->n = b->room = 0;
}

bool buf_room(struct buf *b, size_t n)
{
	size_t room = b->room ? b->room : 256;
	char *p;

	if (b->failed || n > b->max || b->n > b->max - n) {
		b->failed = true;
		return false;
	}
	while (room <= b->n + n)
		room *= 2;
	if (room == b->room)
		return true;
	p = realloc(b->p, room);
	if (!p) {
		b->failed = true;
		return false;
	}
	b->p = p;
	b->room = room;
	return true;
}

static void put(struct buf *b, const void *p, size_t n)
{
	if (!buf_room(b, n))
		return;
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
}

/* What fits of n bytes that are too many, up to the end of a character, and the mark. */
static void put_cut(struct buf *b, const char *p, size_t n)
{
	size_t fits = BUF_WORDS_MAX - b->n;

	while (fits && fits < n && ((unsigned char)p[fits] & 0xc0) == 0x80)
		fits--;
	put(b, p, fits);
	put(b, BUF_CUT_MARK, strlen(BUF_CUT_MARK));
	b->full = true;
}

void buf_add(struct buf *b, const void *p, size_t n)
{
	if (b->words && !b->full && n > BUF_WORDS_MAX - b->n)
		put_cut(b, p, n);
	else if (!b->full)
		put(b, p, n);
}

void buf_char(struct buf *b, char c)
{
	buf_add(b, &c, 1);
}

void buf_str(struct buf *b, const char *s)
{
	buf_add(b, s, strlen(s));
}

void buf_span(struct buf *b, struct span s)
{
	buf_add(b, s.p, s.n);
}

void buf_cut(struct buf *b, size_t n)
{
	if (n >= b->n)
		return;
	b->n = n;
	b->p[n] = '\0';
	b->full = false;
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	char small[128], *large;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(small, sizeof small, fmt, ap);
	va_end(ap);
	if (n >= 0 && (size_t)n < sizeof small) {
		buf_add(b, small, (size_t)n);
		return;
	}
	va_start(ap, fmt);
	n = n < 0 ? n : vasprintf(&large, fmt, ap);
	va_end(ap);
	if (n < 0) {
		b->failed = true;
		return;
	}
	buf_add(b, large, (size_t)n);
	free(large);
}

struct span buf_view(const struct buf *b)
{
	return (struct span){ b->p, b->failed ? 0 : b->n };
}

const char *buf_cstr(struct buf *b)
{
	return b->p && !b->failed ? b->p : "";
}
