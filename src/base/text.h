/* UTF-8: where characters end, how wide they are, how text is wrapped to columns; "%2B" of URLs. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/span.h"

enum { TEXT_CHAR_MAX = 4 };

/* Whether two texts say the same, or neither is there (NULL). */
static inline bool text_same(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

/* Bytes of ASCII at the front, in steps of eight. */
size_t text_ascii(struct span s);

/* Bytes of the valid UTF-8 character at the front of s; 0 if there is none. */
size_t text_char(struct span s);
bool text_valid(struct span s);

/* Columns that s takes on a terminal; East Asian wide characters count two. */
size_t text_width(struct span s);

/*
 * Writes s, wrapped at `width` columns between words, further lines indented by `indent`.
 * `column` is where the cursor stands. Words longer than a line are not broken: a command or a
 * URL must stay one piece. width 0 does not wrap. Written as text_safe does.
 */
void text_wrap(FILE *f, struct span s, size_t column, size_t indent, size_t width);

/*
 * Bytes of the character at the front of s; 0 if none may be printed: a control character (C0, C1,
 * DEL), one that reorders or ends lines (U+202A-202E, U+2066-2069, U+2028, U+2029), no UTF-8.
 */
size_t text_printable(struct span s);
bool text_is_safe(struct span s); /* every character is printable */

/*
 * Writes s with '?' for what is not printable, so that foreign text cannot drive the terminal, and
 * "***" for credentials (base/secret.h).
 */
void text_safe(FILE *f, struct span s);
/* The same with credentials, for commands that need them. */
void text_exact(FILE *f, struct span s);

/* "%2B" in URLs, and in file names that were cut out of them: the text with what stands for
 * printable characters replaced by them. */
struct span text_percent_decode(struct arena *a, struct span s);
