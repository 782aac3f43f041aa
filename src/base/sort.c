#include "base/sort.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"

enum { ROOM = 4096 }; /* that most sorts do with, bytes */

struct sort {
	char *from, *to; /* runs are merged from one into the other */
	size_t n, size;
	int (*cmp)(const void *a, const void *b);
};

/* Two neighbouring runs of `run` elements at most, the first from `at` on. */
static void merge(const struct sort *s, size_t at, size_t run)
{
	size_t middle = at + run < s->n ? at + run : s->n;
	size_t end = middle + run < s->n ? middle + run : s->n;
	size_t left = at, right = middle;

	if (right == end ||
	    s->cmp(s->from + (right - 1) * s->size, s->from + right * s->size) <= 0) {
		memcpy(s->to + at * s->size, s->from + at * s->size, (end - at) * s->size);
		return;
	}
	for (size_t k = at; k < end; k++) {
		bool first = right == end ||
			     (left < middle && s->cmp(s->from + left * s->size,
						      s->from + right * s->size) <= 0);
		size_t next = first ? left++ : right++;

		memcpy(s->to + k * s->size, s->from + next * s->size, s->size);
	}
}

void sort_stable(void *v, size_t n, size_t size, int (*cmp)(const void *a, const void *b))
{
	ARENA_AUTO scratch = { 0 };
	_Alignas(max_align_t) char room[ROOM];
	struct sort s = { v, room, n, size, cmp };

	if (n < 2)
		return;
	if (n > ROOM / size)
		s.to = arena_array(&scratch, n, size);
	for (size_t run = 1; run < n; run *= 2) {
		char *merged = s.to;

		for (size_t at = 0; at < n; at += 2 * run)
			merge(&s, at, run);
		s.to = s.from;
		s.from = merged;
	}
	if (s.from != v)
		memcpy(v, s.from, n * size);
}

static int by_size(const void *a, const void *b)
{
	const size_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

void sort_sizes(size_t *v, size_t n)
{
	sort_stable(v, n, sizeof *v, by_size);
}
