/* Lines that say which machine the following text is about. */
#pragma once

#include "read/host/lines.h"

struct header {
	const char *host;
	bool sure;    /* a tool's own format, not just a heading that could name a command */
	size_t lines; /* that belong to the header */
};

/* True when a header begins at line i of n. */
bool header_at(struct arena *a, const struct line *v, size_t n, size_t i, struct header *ret);
