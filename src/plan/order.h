/* The order of preference, DESIGN rule 6, as one number. */
#pragma once

#include "plan/plan.h"

struct merits {
	bool certain, whole;   /* whole: no library gap */
	enum driver_support support; /* the worst */
	bool cubin;            /* for every GPU */
};

/* `place` is build_place. */
uint64_t order_key(int rank, uint64_t place, const struct merits *m);
/* Only what makes one plan better than another for the user: certain, whole, torch. */
uint64_t order_gain(uint64_t key);
/* The least key that gains more. */
uint64_t order_least(uint64_t gain);
