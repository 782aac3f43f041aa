/*
 * What data/finding says: messages that people see and what they mean, the pages of codes, and what
 * helps where CUDA answers with an error.
 */
#pragma once

#include "base/strings.h"
#include "fact/confidence.h"
#include "fact/finding.h"
#include "know/matrix.h"

struct symptom {
	const char *name;         /* "no-kernel" */
	const char *group;        /* "arch-missing"; "belief", "context" */
	enum finding_code code;   /* FINDING_NONE: none belongs to it */
	enum confidence confidence; /* in the cause */
	const char *facts;        /* "gpu", "driver", "python": what a plan turns on; NULL none */
	/* title NULL: its class is its verdict; with {name}, {name|or} and [parts] */
	const char *title, *cause, *check, *cure;
	struct strings patterns;  /* see explain/pattern.h */
};

/* Words of one class, joined by "|": the ways to say one thing. */
struct word_class {
	const char *name, *words;
};

struct symptoms {
	struct symptom *v;
	size_t n, room;
	ARRAY(struct word_class) classes;
};

/* The words of a class; "": there is no such class. */
const char *symptoms_phrase(const struct symptoms *s, struct span name);

/* All of them; those that say most come first. Where a pattern says @name,
 * it gets the words of that class. */
int symptoms_read(struct matrix *m, struct arena *a, struct symptoms *ret, struct err *e);

/* The page of a finding code: what runs into it, why, and what helps. */
struct finding_page {
	const char *example, *cause, *cure;
	struct strings sources; /* where it was seen */
};

/* ERR_MISSING: the matrix has no such page. */
int finding_page(struct matrix *m, struct arena *a, enum finding_code code,
		 struct finding_page *ret, struct err *e);

struct cuda_cure {
	int first, last; /* errors */
	const char *cure;
};

struct cuda_cures {
	ARRAY(struct cuda_cure) v; /* the narrowest ranges first */
};

int cuda_cures_read(struct matrix *m, struct arena *a, struct cuda_cures *ret, struct err *e);
/* NULL: nothing is known to help. */
const char *cuda_cure(const struct cuda_cures *cures, int error);
