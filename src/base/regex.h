/*
 * A compiled regular expression as a value: whoever compiled it also matches it, so that facts can
 * hold one without knowing the library behind it (door/pcre2.h).
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

struct regex {
	void *code;
	bool (*match)(void *code, struct span text); /* NULL: there is no expression */
};

/* A match that begins at the start of the text; what follows it is free unless the pattern ends
 * in $. Letters match without regard to case (ASCII). */
static inline bool regex_match(const struct regex *r, struct span text)
{
	return r->match(r->code, text);
}
