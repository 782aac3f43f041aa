/* Which machines are equal: the same GPUs, driver and system, and the same is wrong with them. */
#pragma once

#include "fact/host.h"

/* Equal for hosts that are alike. */
uint64_t host_hash(const struct host *h);
bool host_alike(const struct host *a, const struct host *b);
