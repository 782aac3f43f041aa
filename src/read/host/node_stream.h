/*
 * The nodes of a cluster as `kubectl get nodes -o json` prints them, one after the other: of a
 * list, however long it is, no more than a node is in memory, and what is kept of each.
 */
#pragma once

#include "base/err.h"
#include "fact/host.h"
#include "os/io.h"

/*
 * Adds a host for each node, as host_labels_read. ERR_NONE: the input begins with something else,
 * and *head is what was read of it. ERR_INPUT: no label of any node tells of a GPU, or there are
 * too many nodes. A list that is cut is CP001 of its last node.
 */
int node_stream_read(struct arena *a, const char *source, const struct io_input *in,
		     struct hosts *ret, struct span *head, struct err *e);
