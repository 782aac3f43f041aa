/*
 * Equal machines are one group: the same GPUs, driver, system, C library and Python, and the same
 * that is wrong with them. What holds for one of them holds for all.
 */
#pragma once

#include "fact/host.h"

struct host_group {
	size_t *hosts, n;   /* indexes, in their order */
	size_t machines;    /* with those that were folded */
};

struct host_groups {
	struct host_group *v; /* in the order of their first hosts */
	size_t n;
	size_t *of;           /* of each host: its group */
};

struct host_groups host_groups_of(struct arena *a, const struct hosts *hosts);

/*
 * "gpu[01-12]", "gpu[03-05],ws1 and 9 more" where there are more than `most` words and ranges (0:
 * all); machines without a name by their number: "host 3", "hosts 3-5".
 */
const char *host_group_names(struct arena *a, const struct hosts *hosts,
			     const struct host_group *g, size_t most);
/* The same of several groups together. */
const char *host_groups_names(struct arena *a, const struct hosts *hosts,
			      const struct host_groups *all, const size_t *groups, size_t n,
			      size_t most);
