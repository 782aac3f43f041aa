/*
 * The very files that steps will fetch: those whose version is pinned, with the indexes or channels
 * that the step names.
 */
#pragma once

#include "fact/online.h"
#include "fact/step.h"

/* For whom the steps are. */
struct asked_for {
	const char *platform, *os_version; /* glibc or macOS; NULL: any */
	struct python python; /* major 0: any */
};

/* Adds each once. */
void asked_of_steps(struct arena *a, const struct steps *steps, const struct asked_for *who,
		    struct online_files *ret);
