/* What clusters say of their nodes as keys and values. */
#pragma once

#include "fact/host.h"
#include "read/host/format_private.h"
#include "read/host/left_private.h"

/*
 * Adds a host for each node that a text of blocks "Key = value", of lines "Key=value Key=value" or
 * of metrics with labels tells of, each node once. False: the text is of none of them, or tells of
 * no GPU; else `left` gets the lines that were read.
 */
bool keyed_read(struct arena *a, const char *source, struct span text, struct left *left,
		struct hosts *ret);

/* (keyed_list.c) The GPUs that pbsnodes of Torque has in one value; false: it has none. */
bool keyed_list(const struct source *s, struct span list, unsigned line, struct host *h);
