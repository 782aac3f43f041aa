/* The lines of a text that tell what is known of its machine. */
#pragma once

#include "fact/host.h"

/*
 * Fills h->from by looking for each fact as the text prints it, whichever reader took it; what was
 * put together out of several lines has none. Linear; the first 20000 lines are looked at.
 */
void host_from_text(struct arena *a, struct span text, struct host *h);
