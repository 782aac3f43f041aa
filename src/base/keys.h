/* Texts that are told apart, each with a number: looked up in one step, however many they are. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"

/* All zero: none. The texts are the caller's. */
struct keys {
	ARRAY(struct span) all; /* in the order in which they came */
	uint32_t *place;        /* a number plus one, by the hash of its text; 0: none */
	size_t places;
};

/* Whether the text is there, and its number, from 0. */
bool keys_find(const struct keys *k, struct span text, size_t *ret);
/* Adds a text that is not there; its number is that of the last. */
void keys_add(struct arena *a, struct keys *k, struct span text);
