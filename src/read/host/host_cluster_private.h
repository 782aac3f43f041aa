/* Machines that tools of clusters list as JSON: gpustat, Nomad, ansible, Ray. */
#pragma once

#include "door/yajl.h"
#include "fact/host.h"

/* The member by which an object tells what the machine is called that all in it is of. */
#define HOST_CLUSTER_NAME "\1name"

/* Adds a host for every machine; false: the document is of neither. Not whole adds CP001. */
bool host_cluster_read(struct arena *a, const char *source, const struct tree *root, bool whole,
		       struct hosts *ret);
/* So many GPUs of one type, "T4", or NULL where it is not said. */
void host_cluster_ray(struct arena *a, struct host *h, uint64_t gpus, const char *type);
/* "4.0" */
bool host_cluster_ray_count(struct span s, uint64_t *n);
