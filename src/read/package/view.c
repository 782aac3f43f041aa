/* Bytes by their place, whether they lie in memory, in a file, or pass once. */
#include "read/package/view_private.h"

#include <stdlib.h>
#include <string.h>

const uint8_t *view_get(struct view *v, uint64_t at, size_t n)
{
	if (n == 0 || at > v->size || n > v->size - at)
		return NULL;
	return v->get(v, at, n);
}

struct span view_upto(struct view *v, uint64_t at, size_t n)
{
	struct span none = { NULL, 0 };

	if (at >= v->size)
		return none;
	if (n > v->size - at)
		n = (size_t)(v->size - at);
	none.p = (const char *)view_get(v, at, n);
	none.n = none.p ? n : 0;
	return none;
}

static const uint8_t *memory_get(struct view *v, uint64_t at, size_t n)
{
	(void)n;
	return ((struct memory_view *)v)->p + at;
}

struct memory_view view_memory(const void *p, size_t n)
{
	return (struct memory_view){ { n, memory_get }, p };
}

static const uint8_t *source_get(struct view *v, uint64_t at, size_t n)
{
	struct blob_view *s = (struct blob_view *)v;
	struct err unused;
	uint8_t *p;

	if (n > WINDOWS_BYTES * 2 - s->used)
		return NULL;
	s->used += n;
	p = arena_alloc(s->arena, n);
	return blob_read(s->source, at, p, n, &unused) ? NULL : p;
}

struct blob_view view_blob(struct blob *s, struct arena *a)
{
	return (struct blob_view){ { s->size, source_get }, s, a, 0 };
}

static const struct window *holder(const struct windows *w, uint64_t at, size_t n)
{
	return FIRST_OF(x, *w, at >= x->at && at - x->at <= x->n &&
			n <= x->n - (size_t)(at - x->at));
}

/* What other windows hold of the beginning of x. */
static void copy_held(const struct windows *w, struct window *x)
{
	EACH(const struct window, o, *w) {
		size_t take;

		if (x->at < o->at || x->at >= o->at + o->got)
			continue;
		take = (size_t)(o->at + o->got - x->at);
		x->got = take < x->n ? take : x->n;
		memcpy(x->p, o->p + (x->at - o->at), x->got);
		return;
	}
}

static void want(struct windows *w, uint64_t at, size_t n)
{
	struct window x = { at, n, 0, NULL };

	if (n == 0 || w->n == WINDOWS_MAX || n > WINDOWS_BYTES - w->used || !(x.p = malloc(n)))
		return;
	copy_held(w, &x);
	w->used += n;
	w->open += x.got < n;
	w->v[w->n++] = x;
}

static const uint8_t *windows_get(struct view *v, uint64_t at, size_t n)
{
	struct windows *w = (struct windows *)v;
	const struct window *x = holder(w, at, n);

	if (!x) {
		want(w, at, n);
		x = holder(w, at, n);
	}
	if (!x)
		return NULL;
	return (size_t)(at - x->at) + n <= x->got ? x->p + (at - x->at) : NULL;
}

void windows_start(struct windows *w, uint64_t size)
{
	memset(w, 0, sizeof *w);
	w->view.size = size;
	w->view.get = windows_get;
	want(w, 0, size < WINDOWS_HEAD ? (size_t)size : WINDOWS_HEAD);
	if (size > WINDOWS_HEAD + WINDOWS_TAIL)
		want(w, size - WINDOWS_TAIL, WINDOWS_TAIL);
	else if (size > WINDOWS_HEAD)
		want(w, WINDOWS_HEAD, (size_t)size - WINDOWS_HEAD);
}

static void fill(struct windows *w, struct window *x, const uint8_t *p, size_t n)
{
	uint64_t next = x->at + x->got;
	size_t skip, take;

	if (x->got == x->n || next < w->pos || next >= w->pos + n)
		return;
	skip = (size_t)(next - w->pos);
	take = n - skip < x->n - x->got ? n - skip : x->n - x->got;
	memcpy(x->p + x->got, p + skip, take);
	x->got += take;
	if (x->got == x->n) {
		w->changed = true;
		w->open--;
	}
}

void windows_feed(struct windows *w, const uint8_t *p, size_t n)
{
	for (size_t i = 0; w->open && i < w->n; i++)
		fill(w, &w->v[i], p, n);
	w->pos += n;
}

void windows_again(struct windows *w)
{
	w->pos = 0;
	for (size_t i = 0; i < w->n; i++)
		if (w->v[i].got < w->v[i].n)
			w->v[i].got = 0;
}

uint64_t windows_until(const struct windows *w)
{
	uint64_t end = 0;

	for (size_t i = 0; i < w->n; i++)
		if (w->v[i].got < w->v[i].n && w->v[i].at + w->v[i].n > end)
			end = w->v[i].at + w->v[i].n;
	return end;
}

void windows_free(struct windows *w)
{
	for (size_t i = 0; i < w->n; i++)
		free(w->v[i].p);
	w->n = 0;
}
