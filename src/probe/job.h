/* What a child is to do: data only, shared by the fork. */
#pragma once

#include <stdbool.h>

#include "base/span.h"
#include "fact/probe.h"

enum { JOB_IMAGES = 4 };

struct job_image {
	enum code_origin origin;
	struct span bytes;
};

struct job {
	const char *libcuda;     /* NULL: the usual places */
	const char *runtime;     /* libcudart of the environment; NULL none */
	const char *nvrtc, *nvrtc_builtins;
	const char *visible;     /* CUDA_VISIBLE_DEVICES for this child; NULL: as it stands */
	int ordinal;             /* of the device in what is visible */
	struct job_image images[JOB_IMAGES];
	unsigned n_images;
	bool bench;
};

/* The work of one child each; fills *to step by step and returns. */
void job_system(const struct job *j, struct probe_system *to);
void job_gpu(const struct job *j, struct probe_gpu *to);
