/* RECORD against the archive: missing, extra and changed entries, and hashes when asked for. */
#pragma once

#include "fact/package.h"
#include "read/package/zip_private.h"

/* `record` is the text of RECORD; with `hashes` the entries are read whole. Adds CP406. */
void record_check(struct arena *a, const struct zip *z, struct span record, bool hashes,
		  struct package *p);
