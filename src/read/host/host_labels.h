/* Labels that GPU feature discovery gives the nodes of Kubernetes ("nvidia.com/gpu.product"). */
#pragma once

#include "door/yajl.h"
#include "fact/host.h"

/* Adds a host for the first object that holds such labels; false when there is none. */
bool host_labels_read(struct arena *a, const char *source, const struct json_node *root, bool whole,
		      struct hosts *ret);
