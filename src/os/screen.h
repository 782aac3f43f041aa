/* What a stream can show, as the system and the user say. The only place that decides it. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "base/term.h"

/*
 * `when` is auto, always or never. Auto is colour on a terminal unless NO_COLOR is set and not
 * empty, or TERM is dumb; FORCE_COLOR gives it everywhere, or nowhere if it is 0. COLUMNS (20 to
 * 1000) overrides the terminal's own width.
 */
struct term os_term(FILE *f, const char *when);

/* Whether a stream is a terminal, and of how many columns; 0: it does not say. */
bool os_screen(FILE *f, size_t *ret_columns);
