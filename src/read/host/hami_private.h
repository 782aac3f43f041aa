/* The GPUs of a Kubernetes node as HAMi notes them. */
#pragma once

#include "door/yajl.h"
#include "fact/host.h"

/* What the annotations of a node say of its GPUs counts, whatever its labels and capacity say. */
void hami_take(struct arena *a, const struct tree *annotations, struct host *h);
