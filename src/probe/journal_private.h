/* Steps of a child: what is begun is written down before it is done. */
#pragma once

#include "door/cuda.h"
#include "fact/probe.h"

struct timer {
	struct probe_step *step;
	double from;
};

/* Marks the step as begun. */
struct timer journal_begin(struct probe_step *s);
/* Ends it with a CUDA number; 0 is success. Words are those of the library where it is given. */
bool journal_end(struct timer t, const struct cuda *c, int code);
/* Ends it as failed, in words of a library. */
void journal_fail(struct timer t, int code, const char *words);
/* Ends it as failed by what the probe itself found; the rest of that is filled by the caller. */
void journal_fault(struct timer t, enum step_fault fault);
