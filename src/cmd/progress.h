/* How much has been received, on a terminal's stderr, once it takes longer than a second. */
#pragma once

#include <stdint.h>
#include <time.h>

#include "cmd/cmd.h"

struct progress {
	struct run *r;
	struct timespec begin;
	unsigned tenths;   /* of a second, when it was last shown */
	bool shown;
};

/* Shows nothing yet; the second counts from here. */
struct progress progress_start(struct run *r);
/* `own` is a struct progress. */
void progress_show(void *own, const char *name, uint64_t received);
/* Takes the line away; time counts anew from here. */
void progress_end(struct progress *p);
