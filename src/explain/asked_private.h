/* What a question names, and what answers it by the wheels of the catalogue. */
#pragma once

#include "explain/explain_private.h"

/* What a question names. */
struct asked {
	const char *driver; /* "535", "550.54.14" */
	const char *cuda;   /* "12.8"; "13.0" of "CUDA 13" */
	bool whole;         /* with its minor number */
	const char *shown;  /* the CUDA that the driver is said to show; NULL: none */
	const char *other;  /* "cu121 or cu118": the second one that is named; NULL: none */
};

/* The number behind the first such word that has one: "driver version 535", "驱动是 550.54". */
struct span asked_number(struct span low, const char *word);
/* The length of the number that the text begins with. */
size_t asked_number_end(struct span s);

/* The first and the last torch whose wheels are made for that CUDA. */
struct phrase asked_builds(struct arena *a, const struct catalogue *c, const char *cuda);
/* By the catalogue: wheels of a release, of a CUDA, for a Python, and what goes with them. */
struct phrase asked_wheels(struct arena *a, const struct catalogue *c, const struct meanings *all,
			   const struct symptom *s, struct span low, const struct asked *q);
