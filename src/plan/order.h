/* The order of preference, DESIGN rule 6, as one number. */
#pragma once

#include "plan/plan.h"

struct merits {
	bool certain, whole;   /* whole: no library gap */
	enum driver_support support; /* the worst */
	bool cubin;            /* for every GPU */
};

uint64_t order_key(const struct build *b, const struct merits *m);
/* Only what makes one plan better than another for the user: certain, whole, torch. */
uint64_t order_gain(uint64_t key);
