/* Tables whose rows tell of several machines. */
#pragma once

#include "fact/host.h"

/*
 * Adds a host for every node of a table with titles for a node and for its GPUs, each node once;
 * CP001 where a column was cut. False: the text does not begin with such a table.
 */
bool columns_read(struct arena *a, const char *source, struct span text, bool bare,
		  struct hosts *ret);
