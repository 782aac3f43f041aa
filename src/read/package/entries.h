/* The libraries inside a ZIP archive, decompressed and scanned on several cores. */
#pragma once

#include "fact/package.h"
#include "read/package/zipdir.h"

/* Whether a name is one of a file that may hold device code. */
bool entries_wanted(struct span name);
/*
 * Scans every wanted entry, the biggest first, and adds a library for each to p, in the order of
 * the directory. An entry that fails becomes a finding. Threads: 0 for one per core.
 */
void entries_scan(struct arena *a, const struct zip *z, unsigned threads, struct package *p);
/* Reads one entry only until torch's declared list is found. */
int entries_declared(struct arena *a, const struct zip *z, const struct zip_entry *x,
		     struct package *p, struct err *e);
/* Adds a library by name and size alone. */
void entries_names(struct arena *a, const struct zip *z, struct package *p);
