/* What tools put before every line: "node1: ", a timestamp, "[rank0]: ", "gpu_1  | ". */
#pragma once

#include "read/host/lines.h"

/*
 * Takes such prefixes off. A prefix is believed when a text that always begins its line (a rule of
 * the nvidia-smi table, its header, an error sentence) follows it. Where at least two host names
 * occur, every host becomes a section of its own, and lines without a name one more.
 */
void prefix_split(struct arena *a, const struct section *all, struct sections *ret);
