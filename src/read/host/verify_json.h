/*
 * The JSON of verify, as nodes of a cluster print it: one object a line, with whatever srun, pdsh
 * or kubectl put before it ("node1: ", "[pod/x] ").
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"


/* What a table of nodes shows of one; texts NULL: not said. */
struct node_report {
	const char *node, *driver, *torch, *text; /* text: of the first error */
	size_t gpus, good;
	bool ok;
};

struct node_reports {
	struct node_report *v;
	size_t n, room;
};

/*
 * Every line with an object of verify; other lines are passed over. A line that begins like one
 * and cannot be read becomes a node that is not ok. ERR_INPUT where there is none at all.
 */
int read_verified(struct arena *a, const char *source, struct span text, struct node_reports *to,
		  struct err *e);
