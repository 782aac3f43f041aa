/*
 * Memory that lives as long as a command: taken piece by piece, given back all at once.
 * There is no failure to check: when the system has no more memory, or the arena has reached its
 * limit, the program says so in one sentence and exits with EXIT_FAULT.
 */
#pragma once

#include <stdarg.h>
#include <stddef.h>

#include "base/span.h"

struct arena_page;

struct arena {
	struct arena_page *page;
	size_t used;  /* bytes taken from the system */
	size_t limit; /* 0: ARENA_LIMIT */
};

#define ARENA_LIMIT ((size_t)1 << 30)
#define ARENA_AUTO __attribute__((cleanup(arena_free))) struct arena

/* n zeroed bytes, aligned for any type; n = 0 gives a valid pointer. */
void *arena_alloc(struct arena *a, size_t n);
/* count * size zeroed bytes; an overflow ends the program like a lack of memory. */
void *arena_array(struct arena *a, size_t count, size_t size);
#define arena_new(a, type) ((type *)arena_alloc((a), sizeof(type)))

/* A terminated copy of s; NUL bytes inside are kept. */
char *arena_span(struct arena *a, struct span s);
/* A terminated copy; NULL gives NULL. */
char *arena_str(struct arena *a, const char *s);
/* The parts one after the other: arena_join(a, SPAN("cu"), digits). */
#define arena_join(a, ...) \
	arena_spans((a), (const struct span[]){ __VA_ARGS__ }, \
		    sizeof((struct span[]){ __VA_ARGS__ }) / sizeof(struct span))
char *arena_spans(struct arena *a, const struct span *v, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
	__attribute__((format(printf, 2, 0)));

/*
 * Hands out n zeroed bytes of the caller's before any of the system's: aligned for any type, they
 * live as long as the arena and stay the caller's. NULL lends nothing.
 */
void arena_lend(struct arena *a, void *memory, size_t n);

/* Gives everything back; the arena is empty and usable again. */
void arena_free(struct arena *a);

/* How far an arena was used, to give back what is only needed for a while. */
struct arena_mark {
	struct arena_page *page, *behind;
	size_t used;
};

struct arena_mark arena_mark(const struct arena *a);
/* Gives back what was taken since: nothing may point to it any more. */
void arena_back(struct arena *a, struct arena_mark m);

/* Says that there is no more memory, and exits: for allocators that must not fail. */
_Noreturn void arena_no_memory(void);

/*
 * A growing array in an arena: `ARRAY(struct gpu) gpus;`, `ARRAY_ADD(arena, gpus) = value;`.
 * Elements move when it grows; keep indexes, not pointers, while it does.
 */
#define ARRAY(type) struct { type *v; size_t n, room; }
#define ARRAY_ADD(a, array) \
	(*(arena_grow((a), (void **)&(array).v, (array).n, &(array).room, sizeof *(array).v), \
	   &(array).v[(array).n++]))

/*
 * Each element of a list of v and n, which may not grow meanwhile:
 * `EACH(const struct gpu, g, h->gpus) sum += g->memory;`.
 */
#define EACH(type, x, list) EACH_WHILE(type, x, list, true)

/* As long as it holds, which is asked before each element: `EACH_WHILE(…, h->gpus, !found)`. */
#define EACH_WHILE(type, x, list, holds) \
	for (type *x = (list).v; x && x < (list).v + (list).n && (holds); x++)

/*
 * The first element of such a list for which it holds, or NULL, or what is told of it or else of
 * none; whether it does for any, and for all: `ANY(g, h->gpus, g->hidden)`. ROWS is the list of a
 * whole table: `ANY(w, ROWS(words), …)`, LIST one of n from the first on.
 */
#define FIRST_TELLS(x, list, holds, value, otherwise) \
	({ \
		__auto_type x = (list).v; \
		size_t left_##x = x ? (list).n : 0; \
		while (left_##x && !(holds)) \
			x++, left_##x--; \
		left_##x ? (value) : (otherwise); \
	})
#define FIRST_OF(x, list, holds) FIRST_TELLS(x, list, holds, x, NULL)
#define ANY(x, list, holds) (FIRST_OF(x, list, holds) != NULL)
#define EVERY(x, list, holds) (!ANY(x, list, !(holds)))
#define LIST(first, count) \
	((struct { __typeof__(&*(first)) v; size_t n; }){ first, count })
#define ROWS(table) LIST(table, sizeof table / sizeof *(table))

/* For ARRAY_ADD: room for one more of `size` bytes behind n, in a new place when it is full. */
void arena_grow(struct arena *a, void **v, size_t n, size_t *room, size_t size);
