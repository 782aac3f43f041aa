/* What clusters say of their nodes as keys and values. */
#pragma once

#include "fact/host.h"

/*
 * Adds a host for each node that a text of blocks "Key = value", of lines "Key=value Key=value" or
 * of metrics with labels tells of, each node once. False: the text is of none of them, or tells of
 * no GPU.
 */
bool keyed_read(struct arena *a, const char *source, struct span text, struct hosts *ret);
