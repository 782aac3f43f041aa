/* The GPUs of a Kubernetes node as HAMi notes them. */
#pragma once

#include "door/yajl.h"
#include "read/host/format_private.h"

/* The last of the annotation's key, in which "nvidia" stands for whose devices they are. */
#define HAMI_LIST "/node-nvidia-register"

/* What the annotations of a node say of its GPUs counts, whatever its labels and capacity say. */
void hami_take(struct arena *a, const struct tree *annotations, struct host *h);
/* The line has that key, and no blank before it. */
bool hami_begins(struct span line);
/* Puts the annotation of line i into *to: behind its key, or below it in quotes. Its last line. */
size_t hami_note(const struct source *s, size_t i, struct tree *to);
