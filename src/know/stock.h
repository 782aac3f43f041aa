/*
 * What PyPI and the PyTorch index have: every release of torch, its companions and extensions that
 * is known, with the Pythons of its files and what its METADATA asks for. pick/ chooses among them
 * as an installer would.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/keys.h"
#include "fact/python.h"
#include "fact/requirement.h"
#include "know/matrix.h"

#define STOCK_PYPI "pypi"

struct stock_file {
	const char *package, *version; /* with its local part, "2.5.1+cu121" */
	const struct pep440 *parsed; /* the version; NULL: it is none */
	const char *dir;       /* STOCK_PYPI, or the folder of the PyTorch index: "cu121" */
	const char *variant;   /* of torch: "cu121", "cpu"; NULL for other packages */
	struct python_set pythons; /* that it has a file for; empty: METADATA decides */
	struct python_set takes; /* Pythons that its METADATA takes */
	ARRAY(struct requirement) needs;
	bool partial;          /* other releases of the package are not known */
	bool any;              /* stands for all of them: none bounds torch from above */
};

struct stock {
	ARRAY(struct stock_file) files; /* by package, the newest first */
	struct keys specs;     /* each Requires-Python, and beside it the Pythons that it takes */
	ARRAY(struct python_set) takes;
};

/* That a specifier takes that file. */
static inline bool stock_fits(const struct stock_file *f, const struct pep440_set *set,
			      enum pep440_pre pre)
{
	return pep440_set_takes(set, span_of(f->version), f->parsed, pre);
}

/* Those for a platform. */
int stock_read(struct matrix *m, struct arena *a, const char *platform, struct stock *ret,
	struct err *e);
/* The files of a package: *n of them from the returned one on; NULL: it is not known at all. */
const struct stock_file *stock_of(const struct stock *s, const char *package, size_t *n);
