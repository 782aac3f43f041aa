/* Several outputs about one machine. */
#pragma once

#include "fact/host.h"

/* No fact of b contradicts one of a: they can be the same machine. */
bool host_compatible(const struct host *a, const struct host *b);
/* Puts what b knows into a, where a does not know it. */
void host_merge(struct arena *arena, struct host *a, const struct host *b);
