/* What follows from the facts of one host when all of its text was read. */
#pragma once

#include "fact/host.h"

/*
 * WSL from two numbering schemes, the platform that boards and driver models prove, problems of
 * failing GPUs (CP007), and no "driver missing" beside a driver.
 */
void host_settle(struct arena *a, struct host *h);
/* Nothing was said that a plan or a report could use. */
bool host_is_empty(const struct host *h);
