/* What tools put before every line: "node1: ", a timestamp, "[rank0]: ", "gpu_1  | ". */
#pragma once

#include "read/host/lines.h"

/*
 * Takes such prefixes off. A prefix is believed when a text that always begins its line (a rule of
 * the nvidia-smi table, its header, an error sentence, a device of lspci, a header of a CSV)
 * follows it; where every line of a text has the name of a machine and one of them is believed, all
 * are. Where at least two machines occur, each becomes a section of its own, and lines without a
 * name one more; the name of the only one stays with all lines.
 */
void prefix_split(struct arena *a, struct section *all, struct sections *ret);

/* Letters, digits, dots, dashes and underscores, as names of machines have them. */
bool lines_host_name(struct span s);
/* It has a letter and a digit. */
bool lines_numbered(struct span s);
/* A text that begins its line wherever it is printed begins it. */
bool lines_anchor(struct span s);
/* Headings that name a command, a file or a topic rather than a machine. */
bool lines_topic(struct span s);
