/* What a stream can show: columns and colour. The only place that decides it. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct term {
	FILE *f;
	size_t width;   /* columns; 0: do not wrap (not a terminal, COLUMNS not set) */
	bool colour;
	bool terminal;
	bool redact;    /* no credentials, not even in commands */
};

enum style { STYLE_PLAIN, STYLE_BOLD, STYLE_DIM, STYLE_GOOD, STYLE_WARN, STYLE_BAD };

/*
 * `when` is auto, always or never. Auto is colour on a terminal unless NO_COLOR is set and not
 * empty, or TERM is dumb; FORCE_COLOR gives it everywhere, or nowhere if it is 0. COLUMNS (20 to
 * 1000) overrides the terminal's own width.
 */
struct term term_of(FILE *f, const char *when);

/* Escape sequences that start and end a style; "" without colour. */
const char *term_on(const struct term *t, enum style s);
const char *term_off(const struct term *t);
