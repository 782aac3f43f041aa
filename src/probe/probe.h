/*
 * The probe: a child asks libcuda and the runtime of the environment what is there, then a child
 * per GPU runs code on it. This process loads nothing.
 */
#pragma once

#include "base/arena.h"
#include "os/child.h"
#include "probe/job.h"

/* One GPU to be probed, and what came of it. */
struct target {
	struct job job;
	struct probe_gpu found;
	enum child_end end;
	int number;           /* as in struct child */
	char state;           /* of a process that could not be ended */
	const char *last;     /* last line that the child wrote; NULL none */
};

struct system_probe {
	struct probe_system found;
	enum child_end end;
	int number;
	char state;
	const char *last;
};

/* Limits in milliseconds; *interrupted as in child_run_all. */
void probe_system(struct arena *a, const struct job *j, unsigned limit_ms,
		  struct system_probe *ret, int *interrupted);
void probe_gpus(struct arena *a, struct target *v, size_t n, unsigned limit_ms, int *interrupted);
