/* RECORD against the archive: missing, extra and changed entries, and hashes when asked for. */
#pragma once

#include "fact/package.h"
#include "read/package/zipdir.h"

void record_check(struct arena *a, const struct zip *z, struct span record, bool hashes,
		  struct package *p);
