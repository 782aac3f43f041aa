/*
 * Which device code runs on which GPU. Sources: CUDA Programming Guide on binary, PTX,
 * architecture-specific and family-specific code; for Orin torch's own requirement table.
 */
#pragma once

#include "plan/plan.h"

/* The lists of one build, and where it was made for. */
struct code {
	const struct sm_list *sass, *ptx;
	struct cuda_version cuda;
	bool aarch64;
};

/* What a GPU would run of it. */
struct fit {
	struct sm cubin;     /* major 0: none runs */
	struct sm ptx;       /* the newest that may be compiled for it; major 0: none */
	struct sm desktop;   /* a cubin that only the wall between desktop and Jetson keeps away */
	bool untried;        /* the cubin is desktop code on an Orin: allowed, not tried */
};

/* Whether a cubin of `code` runs on a GPU of compute capability `gpu`. */
bool code_cubin_runs(const struct catalogue *c, struct sm code, struct sm gpu);
/* Code of that number alone runs there: an integrated GPU. */
bool code_own(const struct catalogue *c, struct sm sm);
/* Whether a driver that knows its PTX ISA can compile PTX of `code` for `gpu`. */
bool code_ptx_runs(const struct catalogue *c, struct sm code, struct sm gpu);

/*
 * Why it is not certain on which GPUs a CUDA build runs: FORM_CODE_UNKNOWN, or FORM_CODE_UNREAD
 * where its list is not of the file; FORM_OF_CODE: it is certain.
 */
enum form code_doubt(const struct build *b);

/* What a GPU misses there, as the finding that says it, of no GPU yet. */
struct finding code_gap(struct arena *a, const struct gap_fact *gap);

/* The best that `code` has for a GPU, whatever its driver. */
struct fit code_fit(const struct catalogue *c, const struct code *code, struct sm gpu);
