#include "base/arena.h"

#include <stdalign.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/err.h"

#define PAGE_SIZE ((size_t)64 << 10)
#define ALIGN(n) (((n) + alignof(max_align_t) - 1) & ~(alignof(max_align_t) - 1))

struct arena_page {
	struct arena_page *next;
	size_t used, size;
	size_t fresh; /* zeroed from here on */
	bool lent;
	alignas(max_align_t) char data[];
};

_Noreturn void arena_no_memory(void)
{
	static const char text[] = "cudaplan: error: out of memory\n";

	fwrite(text, 1, sizeof text - 1, stderr);
	_Exit(EXIT_FAULT);
}

/* What is big gets a page of its own. */
static bool is_big(size_t n)
{
	return n > PAGE_SIZE / 4;
}

/*
 * A page for one big piece is zeroed by the system, which often need not touch it; one for many
 * piece by piece, as they are handed out.
 */
static struct arena_page *page_new(struct arena *a, size_t n)
{
	bool own = is_big(n);
	size_t size = own ? n : PAGE_SIZE;
	size_t limit = a->limit ? a->limit : ARENA_LIMIT;
	struct arena_page *page;

	if (size > limit || a->used > limit - size)
		arena_no_memory();
	page = own ? calloc(1, sizeof *page + size) : malloc(sizeof *page + size);
	if (page) {
		*page = (struct arena_page){ .size = size, .fresh = own ? 0 : size };
		a->used += size;
		return page;
	}
	arena_no_memory();
}

/* A big piece gets a page of its own behind the current one, which keeps its free rest. */
static struct arena_page *page_for(struct arena *a, size_t n)
{
	struct arena_page *page = a->page;

	if (page && page->size - page->used >= n)
		return page;
	page = page_new(a, n);
	if (is_big(n) && a->page) {
		page->next = a->page->next;
		a->page->next = page;
		return page;
	}
	page->next = a->page;
	a->page = page;
	return page;
}

/* n bytes of a page, from its start on; with zero, they are zeroed. */
static void *take(struct arena *a, size_t n, bool zero)
{
	struct arena_page *page;
	char *p;

	if (n > SIZE_MAX - 2 * PAGE_SIZE)
		arena_no_memory();
	n = ALIGN(n ? n : 1);
	page = page_for(a, n);
	p = page->data + page->used;
	if (zero && page->used < page->fresh)
		memset(p, 0, n < page->fresh - page->used ? n : page->fresh - page->used);
	page->used += n;
	if (page->fresh < page->used)
		page->fresh = page->used;
	return p;
}

void *arena_alloc(struct arena *a, size_t n)
{
	return take(a, n, true);
}

void *arena_array(struct arena *a, size_t count, size_t size)
{
	size_t n;

	if (__builtin_mul_overflow(count, size, &n))
		arena_no_memory();
	return arena_alloc(a, n);
}

char *arena_span(struct arena *a, struct span s)
{
	char *p = take(a, s.n + 1, false);

	if (s.n)
		memcpy(p, s.p, s.n);
	p[s.n] = '\0';
	return p;
}

char *arena_spans(struct arena *a, const struct span *v, size_t n)
{
	size_t all = 0;
	char *p, *to;

	for (size_t i = 0; i < n; i++)
		if (__builtin_add_overflow(all, v[i].n, &all))
			arena_no_memory();
	if (all == SIZE_MAX)
		arena_no_memory();
	p = to = arena_alloc(a, all + 1);
	for (size_t i = 0; i < n; i++)
		to = v[i].n ? mempcpy(to, v[i].p, v[i].n) : to;
	return p;
}

char *arena_str(struct arena *a, const char *s)
{
	return s ? arena_span(a, span_of(s)) : NULL;
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	char small[128];
	va_list again;
	char *p;
	int n;

	va_copy(again, ap);
	n = vsnprintf(small, sizeof small, fmt, again);
	va_end(again);
	if (n < 0)
		arena_no_memory();
	p = arena_alloc(a, (size_t)n + 1);
	if ((size_t)n < sizeof small)
		memcpy(p, small, (size_t)n);
	else
		vsnprintf(p, (size_t)n + 1, fmt, ap);
	return p;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	p = arena_vprintf(a, fmt, ap);
	va_end(ap);
	return p;
}

void arena_lend(struct arena *a, void *memory, size_t n)
{
	struct arena_page *page = memory;

	if (!memory || n <= sizeof *page)
		return;
	*page = (struct arena_page){ .next = a->page, .size = n - sizeof *page, .lent = true };
	a->used += page->size;
	a->page = page;
}

static void page_drop(struct arena *a, struct arena_page **at)
{
	struct arena_page *page = *at;

	*at = page->next;
	a->used -= page->size;
	if (!page->lent)
		free(page);
}

void arena_free(struct arena *a)
{
	while (a->page)
		page_drop(a, &a->page);
}

struct arena_mark arena_mark(const struct arena *a)
{
	struct arena_page *page = a->page;

	return (struct arena_mark){ page, page ? page->next : NULL, page ? page->used : 0 };
}

void arena_back(struct arena *a, struct arena_mark m)
{
	while (a->page != m.page)
		page_drop(a, &a->page);
	if (!m.page)
		return;
	while (m.page->next != m.behind)
		page_drop(a, &m.page->next);
	m.page->used = m.used;
}

void arena_grow(struct arena *a, void **v, size_t n, size_t *room, size_t size)
{
	size_t more = *room ? *room * 2 : size > 64 ? 2 : 8;
	void *bigger;

	if (n < *room)
		return;
	bigger = arena_array(a, more, size);
	if (n)
		memcpy(bigger, *v, n * size);
	*v = bigger;
	*room = more;
}
