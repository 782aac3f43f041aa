/*
 * Whether the whole of a torch runs on a GPU that its own code reaches by PTX only. torch's own
 * PTX is not enough: cuBLAS, cuDNN and NCCL have to have some too. Sources: torch/ptx_run.csv.
 */
#pragma once

#include "fact/found.h"
#include "know/catalogue.h"

/* Where a build comes from. Texts NULL, numbers 0: not known. */
struct by_ptx_of {
	const char *platform;
	const char *made;         /* "wheel", "pytorch", "conda-forge" */
	const char *variant;
	int rank;                 /* of its torch */
	pair_t cuda;
};

struct by_ptx {
	enum ptx_verdict verdict;
	const char *lacks;        /* "cuBLAS, cuDNN": do not run there; NULL none, or no row */
	bool alone;               /* NCCL does not run there, or that is not known */
	int rank;                 /* of its torch; 0: not known */
};

/*
 * The form that says how long it takes what the driver compiles at the first start: all PTX there
 * is, 5 to 25 minutes; or, from 1.13 on, where torch sets CUDA_MODULE_LOADING=LAZY itself, what is
 * used, 1 to 5 minutes.
 */
enum form by_ptx_form(const struct catalogue *c, const struct by_ptx *by);

struct by_ptx by_ptx(const struct catalogue *c, const struct by_ptx_of *of, struct sm gpu);
struct by_ptx by_ptx_of_build(const struct catalogue *c, const struct build *b, struct sm gpu);
