/* UTF-8: where characters end, how wide they are, how text is wrapped to columns; "%2B" of URLs. */
#pragma once

#include <stddef.h>
#include <stdio.h>

#include "base/arena.h"
#include "base/span.h"

enum { TEXT_CHAR_MAX = 4 };

/* Bytes of the valid UTF-8 character at the front of s; 0 if there is none. */
size_t text_char(struct span s);
bool text_valid(struct span s);

/* Columns that s takes on a terminal; East Asian wide characters count two. */
size_t text_width(struct span s);

/*
 * Writes s, wrapped at `width` columns between words, further lines indented by `indent`.
 * `column` is where the cursor stands. Words longer than a line are not broken: a command or a
 * URL must stay one piece. width 0 does not wrap. Control characters are written as '?'.
 */
void text_wrap(FILE *f, struct span s, size_t column, size_t indent, size_t width);

/* Writes s with control characters as '?', so that foreign text cannot drive the terminal. */
void text_safe(FILE *f, struct span s);

/* "%2B" in URLs, and in file names that were cut out of them: the text with what stands for
 * printable characters replaced by them. */
struct span text_percent_decode(struct arena *a, struct span s);
