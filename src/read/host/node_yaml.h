/*
 * What kubectl get nodes -o yaml prints: one list, one node, or several documents; a task of
 * SkyPilot; ray list nodes --detail.
 */
#pragma once

#include "fact/host.h"

/* It is one of these by its keys. */
bool node_yaml_begins(struct span text);

/*
 * Adds a host for every node, as host_labels_read does for JSON. What ends within a node, or within
 * a list, adds CP001 to the last of them. False: no node says anything of a GPU.
 */
bool node_yaml_read(struct arena *a, const char *source, struct span text, struct hosts *ret);
