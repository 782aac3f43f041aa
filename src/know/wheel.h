/*
 * What is known of wheels: the files that indexes have of torch, against which a name can be held,
 * and the device code of those that were measured byte by byte.
 */
#pragma once

#include "fact/package.h"
#include "fact/python.h"
#include "know/matrix.h"

/* Files that differ in their Python alone. */
struct wheel_file {
	const char *torch;     /* "2.1.0", "1.0.1.post2" */
	const char *release;   /* the same without ".post2" */
	const char *local;     /* "cu118"; NULL none */
	const char *tag;       /* "manylinux1_x86_64", several between dots; NULL not known */
	const char *build_tag; /* NULL none */
	const char *channel, *platform, *variant;
	const char *abis;      /* "cp310 cp36m none"; other words: not known */
	struct python_set pythons;
};

struct wheel_files {
	ARRAY(struct wheel_file) v; /* by torch */
};

int wheel_files_read(struct matrix *m, struct arena *a, struct wheel_files *ret, struct err *e);
/* The files of a version: n of them from the returned one on; NULL none. */
const struct wheel_file *wheel_files_of(const struct wheel_files *w, const char *torch, size_t *n);
/* Whether a package's name is that of one of these files. */
bool wheel_file_is(const struct wheel_file *f, const struct package *p);
/* The Python that a wheel's name says it is for; false: none, or any. */
bool wheel_file_python(const struct package *p, struct python *ret);

/* Whether a measured wheel has that size: only then its hash is worth computing. */
int wheel_code_size(struct matrix *m, uint64_t size, bool *ret, struct err *e);
int wheel_code_has(struct matrix *m, const char *sha256, bool *ret, struct err *e);
/* Fills the lists of p. ERR_NONE: no measured wheel has that sha256. */
int wheel_code_fill(struct matrix *m, struct arena *a, const char *sha256, struct package *p,
		    struct err *e);
