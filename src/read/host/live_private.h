/* The parts of the facts of the machine itself; each adds to *h what it finds. */
#pragma once

#include "read/host/live.h"

void live_nvml(struct arena *a, const struct place *p, struct host *h);
void live_driver(struct arena *a, const struct place *p, struct host *h);
void live_tegra(struct arena *a, const struct place *p, struct host *h);
void live_python(struct arena *a, const struct place *p, struct host *h);
