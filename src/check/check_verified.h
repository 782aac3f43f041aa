/* From what a probe found to findings: whose fault it is, and what to do. Pure. */
#pragma once

#include "fact/verified.h"

/*
 * Adds the findings, the cheapest cause first, and sets `ok` of each GPU and of the whole. What
 * only a parent sees of its children (crash, hang) is among the findings already.
 */
void check_verified(struct arena *a, struct verified *v);
