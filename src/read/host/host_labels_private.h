/* Labels that GPU feature discovery gives the nodes of Kubernetes ("nvidia.com/gpu.product"). */
#pragma once

#include "door/yajl.h"
#include "fact/host.h"

/*
 * Adds a host for every Node of a list (kubectl get nodes -o json), with its name and what its
 * labels or its capacity say, and one for every other object that holds such labels. False when
 * there are no such labels at all.
 */
bool host_labels_read(struct arena *a, const char *source, const struct tree *root, bool whole,
		      struct hosts *ret);
