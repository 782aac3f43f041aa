/* The parts of verify: each adds to what was found. */
#pragma once

#include "cmd/cmd.h"
#include "fact/verified.h"
#include "know/catalogue.h"
#include "probe/probe.h"

struct verification {
	struct run *r;
	struct verified v;
	struct catalogue *catalogue;
	ARRAY(struct target) targets; /* one per GPU of v.gpus */
	int interrupted;              /* a signal that ends all, or 0 */
};

/* The first child: libcuda and the runtime. */
void verify_system(struct verification *f, const struct job *job);
/* GPUs that the first child saw, and MIG devices that CUDA does not list: targets and v.gpus. */
void verify_targets(struct verification *f, const struct job *job);
/* The container of the installed build, as images of every target, and what it promises. */
void verify_own_code(struct verification *f);
/* Cubins of --nvcc for every kind of GPU. */
void verify_nvcc(struct verification *f);
/* A child per GPU. */
void verify_gpus(struct verification *f);
/* --torch: the environment's Python, per GPU. */
void verify_torch(struct verification *f);
/* --redact. */
void verify_redact(struct verification *f);

/* Milliseconds by --timeout, else `otherwise`. */
unsigned verify_limit(const struct run *r, unsigned otherwise);
/* "ended by signal 11", "gave no answer in time", …; of no form for a child that ended well. */
struct phrase verify_end(struct arena *a, enum child_end end, int number, char state);
