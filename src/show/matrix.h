/* The table of builds as text and JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "fact/mirror_place.h"
#include "plan/extend_table.h"

struct matrix_source {
	const char *key, *place, *revision, *seen;
};

struct matrix_page {
	bool narrowed;   /* by a wish: the newest row is only the newest of those shown */
	const struct table *table;
	const struct table_filter *filter;
	const char *date, *version;     /* of the matrix */
	long days;                      /* since that date */
	const char **keys;              /* per row, words; NULL: not asked for */
	ARRAY(struct matrix_source) sources;
	const char *mirror;             /* in place of the table what that mirror serves; NULL */
	struct mirrors places;
	const char *package;            /* in place of builds the wheels of that; NULL */
	struct extend_rows wheels;
	const char **wheel_keys;        /* per wheel, words; NULL: not asked for */
};

/* Nothing when the table is empty. */
void show_matrix_text(struct arena *a, const struct term *t, const struct matrix_page *page);
void show_matrix_json(struct arena *a, struct json *j, const struct matrix_page *page);
