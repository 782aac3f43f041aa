/*
 * Numbers that CUDA's calls return, and what they mean here. The driver's and the runtime's numbers
 * are the same for all of these. Source: NVIDIA's cuda.h and driver_types.h 13.0.
 */
#pragma once

#include "fact/finding.h"

struct cuda_error {
	int code;
	const char *name;     /* "CUDA_ERROR_NO_DEVICE" */
	enum finding_code finding;
	const char *meaning;  /* a few words */
};

/* NULL for a number that is not in the table. */
const struct cuda_error *cuda_error(int code);
/* The finding of a failure; CP517 (the driver fails) for a number that is not in the table. */
enum finding_code cuda_error_finding(int code);
