/* What doctor found, in words and as JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "check/checkup.h"
#include "fact/host_group.h"

/* One finding, or those that say the same of several hosts. */
struct found_alike {
	const struct found *f; /* the first of them */
	const char *key;       /* all that is said but the host; NULL: it is of no host */
	ARRAY(size_t) hosts;   /* with those that are equal to them */
	ARRAY(size_t) groups;  /* of these hosts */
};

struct found_alikes {
	struct found_alike *v;
	size_t n, room;
};

struct found_alikes found_alikes(struct arena *a, const struct checkup *k);
/* The cause, and of whom: "20 hosts (node[01-20]): what". */
const char *show_alike_cause(struct arena *a, const struct checkup *k, const struct found_alike *x);

/* The findings of one environment; `verbose` shows every place that they were seen at. */
void show_checkup_text(struct arena *a, const struct term *t, const struct checkup *k, bool quiet,
		       int verbose);
/* The same in two parts: what it was read from, and the findings. */
void show_checkup_head(struct arena *a, const struct term *t, const struct checkup *k);
void show_checkup_found(struct arena *a, const struct term *t, const struct checkup *k, bool quiet,
			int verbose);
/* Something of it was understood and judged. */
bool show_is_judged(const struct checkup *k);
/* All of it was, and there is nothing to tell. */
bool show_is_sound(const struct checkup *k);
/* The files of a project, each with what was found in it: the worst first. */
void show_checkup_files(struct arena *a, const struct term *t, const char *folder,
			const struct checkup *all, size_t n);
/* What was found, in one line. */
void show_checkup_sum(struct arena *a, const struct term *t, const struct checkup *all, size_t n);
/* "picks" of doctor and suggest. */
void show_picks_json(struct arena *a, struct json *j, const struct picks *picks);
/* The object of `doctor`; its fields are those of data/schema/doctor.json. */
void show_checkup_json(struct json *j, const struct checkup *all, size_t n,
		       const struct steps *cleanup);
/* The same as SARIF 2.1.0; and as commands of a workflow, one a line. */
void show_checkup_sarif(struct json *j, const struct checkup *all, size_t n);
void show_checkup_github(struct arena *a, FILE *to, const struct checkup *k);
/* What is wrong: the finding in words, with all that is to be said of it. */
const char *show_found_cause(struct arena *a, const struct found *f);
/* "environment.yml:4  - cpuonly" */
const char *show_place(struct arena *a, const struct origin *o);
