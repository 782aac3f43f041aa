/*
 * Home folders in text, which name people: /home/NAME, /Users/NAME, /root, C:\Users\NAME, and the
 * one that HOME names. "~" stands in their place.
 */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/span.h"

/* The text with "~"; `home` may be NULL. */
const char *home_hidden(struct arena *a, struct span s, const char *home);

/*
 * A stream that writes so to `to`, line by line, in text and in JSON; to be closed before `to`.
 * NULL without memory.
 */
FILE *home_stream(FILE *to, const char *home);
