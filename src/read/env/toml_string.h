/* Strings of TOML: "basic", 'literal', and both with three quotes over several lines. */
#pragma once

#include "base/arena.h"

/* The string at the front of s, which begins with a quote, and the bytes it takes; NULL if it does
 * not end. Escapes that are none stay as they are. */
const char *toml_string(struct arena *a, struct span s, size_t *used);
