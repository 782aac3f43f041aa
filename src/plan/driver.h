/*
 * What a driver takes. Sources: CUDA Compatibility guide (minor-version and forward
 * compatibility), CUDA release notes (minimum drivers), PTX ISA release notes.
 */
#pragma once

#include "plan/plan.h"

/* The driver of a host, as far as it decides. */
struct driver {
	const char *version;  /* NULL: not known */
	bool windows;         /* Windows numbers count, as under WSL */
	bool l4t;             /* Jetson: only the CUDA number says anything */
	bool compat;          /* libcuda is that of a cuda-compat package */
	bool missing;         /* not installed */
	bool any;             /* a trial's: whichever a build needs */
	bool from_branch;     /* cuda was not printed but follows from the branch */
	bool newer;           /* than every branch that the matrix has: cuda is the least then */
	const struct branch_fact *branch; /* NULL: not known */
	pair_t cuda;          /* that it reports; 0 not known */
};

/* The input says so, or the machine has a GPU and shows no driver (CP004). */
bool driver_is_missing(const struct host *host);
struct driver driver_of(const struct catalogue *c, const struct host *host);
/*
 * As it stands for one GPU: what a Jetson's own GPU is excused from holds for a card beside it,
 * unless the system is a Jetson's (L4T). A GPU that is not known: as for the host.
 */
struct driver driver_of_gpu(const struct catalogue *c, const struct host *host, struct sm gpu);
/* The same machine with another driver installed. */
struct driver driver_changed(const struct catalogue *c, const struct driver *d,
	const char *version);

enum driver_support driver_takes(const struct catalogue *c, const struct driver *d, pair_t cuda);
/* Whether it compiles PTX that this CUDA wrote; true when nothing is known of the driver. */
bool driver_takes_ptx(const struct catalogue *c, const struct driver *d, pair_t cuda);

/*
 * The least driver that unpacks device code compressed with ZSTD, which came with CUDA 12.4
 * (RAPIDS' notes on compressed device code; ollama PR 12258); NULL not known.
 */
const char *driver_least_zstd(const struct catalogue *c, const struct driver *d);
/* The least driver for that CUDA; NULL not known. */
const char *driver_least(const struct catalogue *c, const struct driver *d, pair_t cuda);
/* What decides: the driver's number or, where that says nothing (Jetson), "CUDA 12.6". */
const char *driver_words(struct arena *a, const struct driver *d);
/* Those words are a CUDA number. */
bool driver_by_cuda(const struct driver *d);
/* The least that a CUDA needs, in the same words; NULL not known. */
const char *driver_least_words(struct arena *a, const struct catalogue *c, const struct driver *d,
	pair_t cuda);
/* What minor-version compatibility asks for, in the same words. */
const char *driver_minor(struct arena *a, const struct catalogue *c, const struct driver *d,
	pair_t cuda);
/* The first driver that takes its PTX; the first or last number of a branch: of its system. */
const char *driver_least_ptx(struct arena *a, const struct catalogue *c, const struct driver *d,
	pair_t cuda);
const char *driver_said(struct arena *a, const struct catalogue *c, const struct driver *d,
	int branch, bool last);
/* A release that can be installed; the branch's number while none is known. */
const char *driver_first_release(struct arena *a, const struct catalogue *c,
	const struct driver *d, int branch);

/* The branch has not yet learnt the GPU, or no longer drives it. */
bool driver_before_gpu(const struct driver *d, const struct cc_fact *cc);
bool driver_after_gpu(const struct driver *d, const struct cc_fact *cc);

/* Versions in their order; NULL comes first. */
int driver_cmp(const char *a, const char *b);
const char *driver_newer(const char *a, const char *b);
