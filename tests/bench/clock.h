/* CPU seconds of this process, and a line of the table that the benches print. */
#pragma once

#include <stdio.h>
#include <time.h>

static inline double cpu_seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static inline void print_row(const char *what, double small, double big)
{
	printf("%-44s%8.4f s for 1,000   %8.4f s for 10,000   ratio %5.2f\n", what, small, big,
	       big / small);
}
