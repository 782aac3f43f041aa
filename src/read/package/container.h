/*
 * One container of device code out of a library, to be handed to a driver: of those that hold
 * what most of the library's containers hold, the smallest.
 */
#pragma once

#include "fact/sm.h"
#include "read/package/blob.h"

struct container {
	uint64_t at;
	struct span bytes;      /* as it stands in the file, 16-aligned in memory */
	struct span cubins, ptx; /* the same with entries of one kind alone; n 0: it has none */
	struct sm_list sass, ptx_list; /* its cubins with code, and its PTX */
};

/* ERR_NONE where the library has no device code that can be loaded. */
int container_pick(struct arena *a, struct blob *s, struct container *ret, struct err *e);
/* What a container in memory holds of one kind, as a container of its own; n 0: nothing. */
struct span container_only(struct arena *a, struct span whole, enum code_kind kind);
