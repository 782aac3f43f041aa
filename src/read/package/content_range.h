/* The header Content-Range of HTTP (RFC 9110, section 14.4). */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "base/span.h"

struct content_range {
	uint64_t first, last, size;
	bool unsatisfied;   /* only the size is there: nothing of the range is */
};

/* False unless it is one in bytes, of a known size, and within it. */
bool content_range_read(struct span s, struct content_range *ret);
