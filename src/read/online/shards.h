/*
 * Sharded repodata of conda (CEP 16): an index, which says where the shard of each name is, and
 * shards, each with the files of one name.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

enum { SHARD_SUM = 65 };

struct shards {
	struct span subdir;      /* "linux-64"; empty: not said */
	struct span base, shards_base; /* where the files and the shards are; maybe relative */
	struct span names;       /* the map of names to sums, packed */
};

/* The spans lie in the text. False: it is no such index. */
bool shards_read(struct span text, struct shards *ret);
/* The SHA-256 of the shard of a name, in hexadecimal; false: it has none. */
bool shards_find(const struct shards *s, struct span name, char ret[SHARD_SUM]);
/* Calls `file` for every file of a shard. False: it is none. */
bool shard_files(struct span text, void (*file)(void *own, struct span name), void *own);
