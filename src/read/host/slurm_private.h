/* What Slurm calls the GPUs of a node, for tables that have it in a column. */
#pragma once

#include "read/host/format_private.h"

/*
 * Puts "gpu:a100:8,nvme:3600" into h; CP001 where it was cut. `kinds`: the numbers are not how many
 * there are, so that there is one of each at least.
 */
void slurm_gres(const struct source *s, const struct line *l, struct span v, bool kinds,
		struct host *h);
/* The type of a GPU as a name: underscores stand for spaces; NULL for none. */
const char *slurm_name(struct arena *a, struct span type);
/* Names GPUs that have none by the features of their node: "GPU_SKU:L40S,GPU_CC:8.9", "a100". */
void slurm_features(struct arena *a, struct span features, struct host *h);
