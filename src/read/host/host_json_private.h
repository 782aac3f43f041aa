/* Objects of our own JSON. */
#pragma once

#include "base/tree.h"
#include "fact/host.h"

/* Adds the host that an object of "hosts" tells of. */
void host_json_take(struct arena *a, const char *source, const struct tree *o, struct hosts *ret);
/* The first of a list; NULL: it is empty, or none. */
const struct tree *host_json_list(const struct tree *o, const char *key);
/* A whole number that is no more than 2^30. */
bool host_json_number(const struct tree *n, long *ret);
