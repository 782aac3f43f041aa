/* The files that indexes have of torch: what of a name can be held against them. */
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
