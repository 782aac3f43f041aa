/* Tables of cases: tab-separated, # for remarks; every line becomes fields, missing ones empty. */
#pragma once

#include "base/arena.h"
#include "base/span.h"

enum { TSV_FIELDS = 16 };

struct tsv {
	struct span text; /* what is left */
	size_t line;
	struct span f[TSV_FIELDS];
};

/* The table of that name below tests/files; a missing one fails the test. */
struct tsv tsv_open(struct arena *a, const char *name);
/* The next line into t->f; false at the end. */
bool tsv_next(struct tsv *t);
/* The text with \n, \r and \t as the characters they stand for. */
struct span tsv_text(struct arena *a, struct span field);
