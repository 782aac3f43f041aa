/* Sorting that leaves equals in their order, with any C library: standard qsort need not. */
#pragma once

#include <stddef.h>

/* As qsort(3), stable; takes n * size bytes for the time being. `v` may be NULL where n is 0. */
void sort_stable(void *v, size_t n, size_t size, int (*cmp)(const void *a, const void *b));
/* Places, numbers: in their order. */
void sort_sizes(size_t *v, size_t n);
