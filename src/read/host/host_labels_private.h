/*
 * Labels that GPU feature discovery gives the nodes of Kubernetes ("nvidia.com/gpu.product"), or
 * who rents them out ("cloud.google.com/gke-accelerator").
 */
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
/* One Node of such a list; *labels: it has one that tells of GPUs. False: it is none. */
bool host_labels_node(struct arena *a, const char *source, const struct tree *root,
		      struct hosts *ret, bool *labels);
/* The list ends in this host, or behind it (CP001). */
void host_labels_cut(struct arena *a, struct host *last);
/* What the labels of one node say, an object of texts. */
void host_labels_take(struct arena *a, const struct tree *labels, struct host *h);
/* What its capacity says, where labels name no GPU or do not count them: how many, or none. */
void host_labels_give(struct arena *a, const struct tree *labels, const struct tree *capacity,
		      struct host *h);
