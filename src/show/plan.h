/* An answer of the resolver as text and as JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "pick/pick.h"
#include "plan/plan.h"

/* The newest torch that an index lists and the matrix does not know. */
struct newer {
	bool answered;         /* the index did */
	const char *version;   /* NULL: none is newer */
	struct python_set pythons;
	bool read;             /* its METADATA was: */
	const char *cuda;      /* NULL: it names none */
	struct strings needs;
};

struct plan_page {
	const struct hosts *hosts;
	const struct answer *answer;
	const char *matrix_date, *matrix_version;
	const struct newer *newer; /* NULL: no index was asked */
	const struct picks *picks; /* of the files that ask; NULL: none was given */
	long matrix_days;      /* since that date */
	bool all;     /* every candidate was asked for: no grouping */
	bool more;    /* -v: all that is known of machines and of each plan, with its commands */
	bool file;    /* they are written into a file: no commands, nothing of what was not taken */
};

/* The whole page: machines, plans, refusals, changes. */
void show_plan_text(struct arena *a, const struct term *t, const struct plan_page *page);
/* The commands of the first plan, ready for a shell; before each part of a split a remark. */
void show_plan_commands(struct arena *a, const struct term *t, const struct plan_page *page);
/* The object of `suggest`; its fields are those of data/schema/suggest.json. */
void show_plan_json(struct arena *a, struct json *j, const struct plan_page *page);
/* What it asks of the driver, with the number that decided; form 0: nothing. */
struct phrase show_plan_driver(struct arena *a, const struct plan *p, const struct hosts *hosts);

/* Pieces that explain shares. */
/* "warnings": the codes, each once. */
void show_warnings_json(struct json *j, const struct findings *r);
void show_reasons_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct findings *r);
void show_changes_json(struct arena *a, struct json *j, const struct hosts *hosts,
		       const struct answer *answer);
void show_instead_json(struct arena *a, struct json *j, const struct answer *answer);
