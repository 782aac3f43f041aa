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

void buf_add(struct buf *b, const void *p, size_t n)
{
	if (!buf_room(b, n))
		return;
	if (n)
		memcpy(b->p + b->n, p, n);
	b->n += n;
	b->p[b->n] = '\0';
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
}

void buf_printf(struct buf *b, const char *fmt, ...)
{
	char small[128];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(small, sizeof small, fmt, ap);
	va_end(ap);
	if (n >= 0 && (size_t)n < sizeof small) {
		buf_add(b, small, (size_t)n);
		return;
	}
	if (n < 0 || !buf_room(b, (size_t)n)) {
		b->failed = true;
		return;
	}
	va_start(ap, fmt);
	vsnprintf(b->p + b->n, (size_t)n + 1, fmt, ap);
	va_end(ap);
	b->n += (size_t)n;
}

struct span buf_view(const struct buf *b)
{
	return (struct span){ b->p, b->failed ? 0 : b->n };
}

const char *buf_cstr(struct buf *b)
{
	return b->p && !b->failed ? b->p : "";
}
