/* Driver versions: their branch, what it offers, and what a CUDA asks of them. */
#pragma once

#include <stdbool.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"
#include "know/matrix.h"

enum driver_os { DRIVER_LINUX, DRIVER_WINDOWS };

/*
 * A branch. Strings may be NULL: not known. Where the version belongs to no branch of the matrix
 * (`listed` false), this is the nearest older branch: its numbers are what the driver has at least.
 */
struct driver_branch {
	int branch;              /* 535, also for Windows 536 to 539 */
	bool listed;
	const char *cuda;        /* "12.2": the CUDA number that it reports */
	const char *ptx_isa;     /* "8.2": newest PTX that it compiles */
	const char *kind;        /* "lts", "production", "new-feature", "legacy" */
};

/*
 * The branch of a version of the numbering of that system: under WSL ask with the Windows number.
 * ERR_NONE: not a version, older than all branches, or of a Jetson (driver_l4t).
 */
int driver_branch(struct matrix *m, struct arena *a, struct span version, enum driver_os os,
	struct driver_branch *ret, struct err *e);

/* With which number the first drivers of a branch begin there, or its last: 450, 451, 454. */
const char *driver_number_of(struct matrix *m, struct arena *a, int branch, enum driver_os os,
	bool last);

/*
 * The newest known release that is `version`, or begins with it and a dot: 535 gives 535.309.01.
 * ERR_NONE where none is known. `ret_oldest`, unless NULL, is the oldest such.
 */
int driver_newest(struct matrix *m, struct arena *a, struct span version, enum driver_os os,
	const char **ret, const char **ret_oldest, struct err *e);

/*
 * ERR_USAGE where a number that somebody gives for a driver can be none, with what it is or the
 * nearest that was: a CUDA number (12.2), what Windows calls it (31.0.15.3667), a slip (5355).
 * Every release of the matrix has three digits before the dot; a hole between those that it knows,
 * and what is newer, may be a driver. 0: it may be one.
 */
int driver_number_check(struct matrix *m, struct arena *a, struct span version, enum driver_os os,
	struct err *e);

/* What CUDA X.Y asks of a driver. A minimum without a dot ("580") means any of that number. */
struct driver_need {
	const char *minor;   /* by minor-version compatibility; NULL: CUDA before 11 has none */
	const char *toolkit; /* driver that came with its oldest toolkit: enough for all it does */
	const char *least;   /* minor, else toolkit: below it nothing runs */
	int branch;          /* first branch that reports X.Y and takes its PTX; 0 not known */
	const char *ptx_isa; /* of the PTX that its compiler writes */
};

/* `cuda` is "12.4" or "12.4.1". ERR_NONE: no such CUDA in the matrix (12.7 is a driver's only). */
int driver_need(struct matrix *m, struct arena *a, struct span cuda, enum driver_os os,
	struct driver_need *ret, struct err *e);

/* Whether a version is at least a minimum. */
bool driver_at_least(const char *version, const char *minimum);


/* A Jetson system that is known by its driver number, which follows no branch. */
struct driver_l4t {
	const char *jetpack; /* "6" */
	const char *l4t;     /* "R36" */
	const char *cuda;    /* what it has at least; the printed number counts */
};

/* ERR_NONE: an ordinary driver. Only for Linux versions. */
int driver_l4t(struct matrix *m, struct arena *a, struct span version, struct driver_l4t *ret,
	struct err *e);
