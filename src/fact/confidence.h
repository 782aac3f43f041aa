/* How far a row of the matrix can be trusted, in its own words. */
#pragma once

#include "base/span.h"

enum confidence {
	CONFIDENCE_NONE, /* there is no row, or it says nothing */
	CONFIDENCE_LOW,
	CONFIDENCE_MEDIUM,
	CONFIDENCE_HIGH,
};

/* "high", "medium", "low"; anything else is none. */
enum confidence confidence_of(struct span s);
/* "low", "medium", "high"; NULL for none. */
const char *confidence_name(enum confidence c);
