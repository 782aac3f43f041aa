/* CPython versions, with the free-threaded ones apart. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"

/* 3.13t is { 3, 13, true }; major 0 is "not known". */
struct python {
	uint8_t major, minor;
	bool free_threaded;
};

/* Bit n stands for 3.n, bit 0 for 2.7. */
struct python_set {
	uint32_t gil, free;
};

/* "3.12", "3.13t", "cp312", "cp313t", "3.11.7" (the patch number is dropped). */
bool python_parse(struct span s, struct python *ret);
/* Words between spaces; unknown words make it false. */
bool python_set_parse(struct span s, struct python_set *ret);
bool python_set_has(struct python_set set, struct python p);
void python_set_add(struct python_set *set, struct python p);
bool python_set_empty(struct python_set set);
struct python_set python_set_both(struct python_set a, struct python_set b);
struct python_set python_set_either(struct python_set a, struct python_set b);
struct python_set python_set_without(struct python_set a, struct python_set b);
/* The newest ordinary (GIL) one; major 0 if there is none. */
struct python python_newest(struct python_set set);
int python_cmp(struct python a, struct python b);

enum { PYTHON_TEXT = 8 };
/* "3.12", "3.13t", "0.0" of none; into a caller's buffer, which is returned. */
const char *python_text(struct python p, char to[PYTHON_TEXT]);
/* The same in the arena. */
const char *python_said(struct arena *a, struct python p);
/* "3.9 3.10 3.13t", ascending. */
const char *python_set_text(struct arena *a, struct python_set set);
