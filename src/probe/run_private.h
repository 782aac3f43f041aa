/* Runs the probe's kernels on the current context and compares with what the host computes. */
#pragma once

#include "door/cuda.h"
#include "fact/probe.h"

/* Loads an image; with `kernels` also launches what the probe has in it, and compares. */
void run_try(const struct cuda *c, const void *image, bool kernels, struct probe_try *t);
/* Rates of the device, measured with the probe's own code. */
void run_bench(const struct cuda *c, int device, struct probe_gpu *to);
