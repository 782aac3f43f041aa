/* Several outputs about one machine, and what follows from their facts. */
#pragma once

#include "fact/host.h"

/* Both are known, and no short form of the other: "550.163" is how NVML writes 550.163.01. */
bool host_versions_differ(const char *a, const char *b);
/* No fact of b contradicts one of a: they can be the same machine. */
bool host_compatible(const struct host *a, const struct host *b);
/* Puts what b knows into a, where a does not know it. */
void host_merge(struct arena *arena, struct host *a, const struct host *b);

/*
 * WSL from two numbering schemes, the platform that boards and driver models prove, problems of
 * failing GPUs (CP007), and no "driver missing" beside a driver.
 */
void host_settle(struct arena *a, struct host *h);
/* Nothing was said that a plan or a report could use. */
bool host_is_empty(const struct host *h);
