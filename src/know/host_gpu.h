/* One GPU of a host, held against the matrix; see know/host.h. */
#pragma once

#include "fact/host.h"
#include "know/matrix.h"

/* `branch` is that of the host's driver, or 0. */
int host_gpu_complete(struct matrix *m, struct arena *a, struct host *h, size_t gpu, int branch,
		      struct err *e);
