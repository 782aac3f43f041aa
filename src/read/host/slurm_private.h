/* Tables of Slurm's sinfo, of which one row tells of several machines. */
#pragma once

#include "fact/host.h"

/*
 * Adds a host for every node of a table with the columns NODELIST or HOSTNAMES and GRES, each node
 * once; CP001 on those whose column was cut. False: the text does not begin with such a table.
 */
bool slurm_sinfo_read(struct arena *a, const char *source, struct span text, struct hosts *ret);
