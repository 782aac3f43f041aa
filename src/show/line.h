/* Lines with a word in front: "Machine   Linux x86_64, …", wrapped behind that column. */
#pragma once

#include "base/arena.h"
#include "base/term.h"
#include "fact/finding.h"

enum { SHOW_COLUMN = 10 };

/* The label in its style, up to that column, or one behind it; gives where the cursor stands. */
size_t show_label(const struct term *t, enum style style, const char *label);
/* The label in its style, then the text; "" as label continues the one before. */
void show_line(const struct term *t, enum style style, const char *label, const char *text);

/* The same of a finding: its severity as label, behind the text its code. */
void show_found_line(struct arena *a, const struct term *t, enum severity severity,
		     enum finding_code code, const char *text);

/*
 * The same for text that is set in columns: its runs of spaces are kept where it fits, else it is
 * wrapped with `indent` more.
 */
void show_columns(const struct term *t, const char *label, const char *text, size_t indent);
