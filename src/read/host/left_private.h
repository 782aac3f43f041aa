/* What of a text was read by those who look for tables and blocks, so that others read the rest. */
#pragma once

#include "base/arena.h"
#include "base/span.h"

/* All zero but the arena: nothing was. */
struct left {
	struct arena *a;
	ARRAY(struct span) read; /* in order; blanks alone part none */
	unsigned missed;         /* a line that could not be read where it should; 0: none */
};

/* A line of the text was read; lines come in order. */
void left_without(struct left *l, struct span line);
/* The text with blanks for what was read, so that lines keep their numbers; empty: that was all. */
struct span left_of(const struct left *l, struct span text);
