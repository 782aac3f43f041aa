/* What a package holds, in words and as JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "plan/extend_known.h"
#include "plan/reach.h"
#include "plan/variant_pick.h"

/* What is known of a wheel of an extension, beside what it holds. */
struct inspect_extension {
	const struct extend_known *known;
	bool planned;                      /* whether a torch for the machines was looked for */
	const struct plan *with;           /* NULL: there is none */
	const struct extend_there *there;  /* NULL: no environment was named */
};

/* One item with all that was concluded from it. */
struct inspect_page {
	const struct package *package;
	const struct reach *reach;           /* NULL without a matrix */
	const char *reach_text;              /* of show_reach; NULL: to be made */
	const struct reach_verdict *verdict; /* NULL when no machine was named */
	const struct hosts *hosts;
	const struct variant_picks *picks;   /* NULL: no variants, or no machine was named */
	const struct inspect_extension *extension; /* NULL: it is none */
};

/* One object; its fields are those of data/schema/inspect.json. */
void show_package_json(struct arena *a, struct json *j, const struct inspect_page *page);
/* The lines that follow from the reach alone, for items that share it. NULL without memory. */
const char *show_reach(struct arena *a, const struct term *t, const struct inspect_page *page);
void show_package(struct arena *a, const struct term *t, const struct inspect_page *page,
		  int verbose);
/* A line for data/torch/wheel_code.csv, as far as the file tells; NULL fields stay empty. */
void show_package_row(struct arena *a, FILE *f, const struct package *p);
/* What differs between two of them; one line for each field. */
void show_package_difference(struct arena *a, const struct term *t, const struct inspect_page *x,
			     const struct inspect_page *y);
