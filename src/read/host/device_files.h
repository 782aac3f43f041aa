/* The files that CUDA opens to reach the driver, and the module behind them. Nothing is run. */
#pragma once

#include "fact/host.h"
#include "fact/probe.h"
#include "read/place.h"

/* Fills the layer "files": OK, or FAILED with what is missing or closed. */
void device_files(struct arena *a, const struct place *p, const struct host *h,
		  struct probe_step *ret);
