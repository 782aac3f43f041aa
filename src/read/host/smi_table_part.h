/* A table of nvidia-smi while it is read, and the readers of its rows. */
#pragma once

#include "read/host/format.h"

enum part { PART_HEAD, PART_GPUS, PART_MIG, PART_PROCESSES, PART_END };

struct smi_table {
	const struct source *s;
	struct host *h;
	enum part part;
	size_t width;    /* of the widest rule */
	unsigned line;
	bool open;       /* rows of a GPU, a MIG device or a list wait for their closing rule */
	bool frame;      /* a rule opened a box that has no title yet */
	bool titles;     /* between the title of a box and its double rule */
	bool damaged;    /* something stands where a row must be */
	bool mig_listed; /* the MIG box was there */
};

/*
 * Each takes the line if it is such a row, and says whether it was. The rows of a GPU are those
 * with its name and bus id, with its memory and compute mode, and with its MIG mode; a row of the
 * MIG box is one device.
 */
bool smi_row_gpu(struct smi_table *t, const struct line *l);
bool smi_row_memory(struct smi_table *t, const struct line *l);
bool smi_row_mig_mode(struct smi_table *t, const struct line *l);
bool smi_row_mig(struct smi_table *t, const struct line *l);
