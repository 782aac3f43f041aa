/* What a package holds, in words and as JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "plan/reach.h"
#include "plan/variant_pick.h"

/* One item with all that was concluded from it. */
struct inspect_page {
	const struct package *package;
	const struct reach *reach;           /* NULL without a matrix */
	const char *reach_text;              /* of show_reach; NULL: to be made */
	const struct reach_verdict *verdict; /* NULL when no machine was named */
	const struct hosts *hosts;
	const struct variant_picks *picks;   /* NULL: no variants, or no machine was named */
};

/* One object; its fields are those of data/schema/inspect.json. */
void show_package_json(struct json *j, const struct inspect_page *page);
/* The lines that follow from the reach alone, for items that share it. NULL without memory. */
const char *show_reach(struct arena *a, const struct term *t, const struct inspect_page *page);
void show_package(struct arena *a, const struct term *t, const struct inspect_page *page,
		  int verbose);
/* A line for data/torch/wheel_code.csv, as far as the file tells; NULL fields stay empty. */
void show_package_row(struct arena *a, FILE *f, const struct package *p);
/* What differs between two of them; one line for each field. */
void show_package_difference(struct arena *a, const struct term *t, const struct inspect_page *x,
			     const struct inspect_page *y);
