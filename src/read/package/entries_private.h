/* The libraries inside a ZIP archive, decompressed and scanned on several cores. */
#pragma once

#include "fact/package.h"
#include "read/package/zip_private.h"

enum { ENTRIES_MOST = 20000 }; /* libraries that are read; the most seen are 15,970 cubins */

/* What their names, needs and kinds of code may take in an arena; a usual library has 600 bytes. */
#define ENTRIES_BYTES ((size_t)20 << 20)

/* The finding that there are more. */
void entries_too_many(struct arena *a, struct package *p);
/*
 * Whether there is room for what one more library says of itself; `before`: what the arena had
 * taken before the first. False makes a finding.
 */
bool entries_room(struct arena *a, size_t before, struct package *p);
/* Whether a name is one of a file that may hold device code. */
bool entries_wanted(struct span name);
/*
 * Scans every wanted entry, the biggest first, and adds a library for each to p, in the order of
 * the directory. An entry that fails becomes a finding. Threads: 0 for one per core. False when
 * there are too many, and some were left out.
 */
bool entries_scan(struct arena *a, const struct zip *z, unsigned threads, struct package *p);
/* Reads one entry only until torch's declared list is found. */
int entries_declared(struct arena *a, const struct zip *z, const struct zip_entry *x,
		     struct package *p, struct err *e);
/*
 * Adds a library by name and size alone, if the name is one of a library. False when there are
 * too many, which becomes a finding.
 */
bool entries_name(struct arena *a, struct span name, uint64_t size, struct package *p);
void entries_names(struct arena *a, const struct zip *z, struct package *p);
