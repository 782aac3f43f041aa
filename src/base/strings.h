/* Lists of texts. The texts are pointers, never copied: they live as long as whoever gave them. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"

struct strings {
	const char **v;
	size_t n, room;
};

void strings_add(struct arena *a, struct strings *s, const char *value);
/* Adds what is printed. */
void strings_printf(struct arena *a, struct strings *s, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same, unless it is there. */
void strings_add_once(struct arena *a, struct strings *s, const char *value);
/* Of equal ones the first stays; of many, in less time than by adding each once. */
void strings_unique(struct strings *s);
/* Adds all of another list. */
void strings_add_all(struct arena *a, struct strings *s, const struct strings *more);
bool strings_has(const struct strings *s, const char *value);
/* All of them with `between` between two; "" where there is none. */
const char *strings_joined(struct arena *a, const struct strings *s, const char *between);
/* For qsort(3) over such pointers. */
int strings_by_text(const void *a, const void *b);
/* Of n rows of `size` bytes, which begin with texts and are sorted by them: the first of those that
 * begin with that one, *ret of them; NULL: none does. */
const void *strings_run(const void *v, size_t n, size_t size, const char *text, size_t *ret);
