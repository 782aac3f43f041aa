/* From the raw lists of the scanner and the headers of the file to the facts of a library. */
#pragma once

#include "fact/package.h"
#include "read/package/fatbin_private.h"
#include "read/package/view_private.h"

/* Reads the headers (ELF or PE) through v; ELF_WANT where bytes are missing. */
int library_headers(struct view *v, struct arena *a, struct library *l);
/* Touches the table of sections, so that a view over a stream keeps it. */
void library_want(struct view *v);
/* Counts the entries by section; adds to what l has. */
void library_code(struct view *v, const struct fatbin *f, struct arena *a, struct library *l);
/* Adds what was found in a member of a static library; its code went on from the library's. */
void library_member(struct library *l, const struct library *member);
