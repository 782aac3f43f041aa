/*
 * How a message reads, with facts in it: "with cuda capability {sm} is not compatible". A pattern
 * is in lower case and has single blanks; it is found anywhere in a text made by pattern_text.
 * {..} skips up to 80 bytes, {...} up to 600. {type:name} takes a fact (the name is the type where
 * none is given):
 *   sm       "sm_86", "8.6", "compute_90a"       becomes "8.6", "9.0a"
 *   list     several of those                     as written
 *   gpu      a name, up to 60 bytes               as written
 *   cudalib  a soname of CUDA's libraries
 *   version  "2.1.0+cu121"   int  "15"            word, soname: no blank; of name characters
 *   cuda     "12.1"          cudaint "11060"      becomes "11.6"
 *   cudaxf   "1201"          becomes "12.1"
 *   cudnn    "(8, 3, 2)", "7102"                  becomes "8.3.2", "7.1.2"
 */
#pragma once

#include "base/arena.h"
#include "base/span.h"

struct capture {
	const char *name, *value;
};

struct captures {
	struct capture *v;
	size_t n, room;
};

/* A text as patterns expect it: blanks, line ends (also written as \n) and marks of quotes made
 * one blank; `lower` is the same in lower case. */
struct pattern_text {
	struct span plain, lower;
};

/* Both in the arena. */
struct pattern_text pattern_text(struct arena *a, struct span text);

/* Finds the pattern; its facts are added to *to, and where it begins to *at. It gives up on texts
 * that would take too long. */
bool pattern_find(struct arena *a, const char *pattern, const struct pattern_text *text,
		  struct captures *to, size_t *at);

/* NULL: no such fact. */
const char *captures_get(const struct captures *c, const char *name);
/* Unless it is there. */
void captures_add(struct arena *a, struct captures *c, const char *name, const char *value);

/* Puts facts into a text: {name}, {name|or else}; a part in [brackets] is left out where one of its
 * facts is not known. */
const char *captures_fill(struct arena *a, const char *text, const struct captures *c);
