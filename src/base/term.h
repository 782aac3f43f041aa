/* What a stream can show: columns and colour; os/screen.h decides it. */
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

/* Escape sequences that start and end a style; "" without colour. */
const char *term_on(const struct term *t, enum style s);
const char *term_off(const struct term *t);
