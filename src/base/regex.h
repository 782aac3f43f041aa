/*
 * Regular expressions for names, whose matching takes bounded time and memory whatever the
 * pattern. Letters match without regard to case (ASCII).
 */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"

enum { REGEX_CODE = 512, REGEX_TEXT = 512 };

enum regex_op { RE_CHAR, RE_ANY, RE_SET, RE_SPLIT, RE_JUMP, RE_START, RE_END, RE_AHEAD, RE_NOT,
		RE_DONE };

/* One step; `to` is relative: where a jump or the second branch of a split goes, and where the
 * text behind a look-ahead goes on. */
struct regex_step {
	enum regex_op op;
	char c;
	int to;
	uint8_t set[32];
};

struct regex {
	struct regex_step *v;
	size_t n;
};

/*
 * Literals, . [] [^] \d \w \s, groups (also (?:)), |, * + ? {m,n}, look-ahead (?=) (?!), ^ and $.
 * Anything else, or a program of more than REGEX_CODE steps, is ERR_INPUT.
 */
int regex_compile(struct arena *a, struct span pattern, struct regex *ret, struct err *e);
/* A match that begins at the start of the text; what follows it is free unless the pattern ends
 * in $. Texts over REGEX_TEXT bytes never match. */
bool regex_match(const struct regex *r, struct span text);
