/*
 * What stands at the end of a ZIP file, and one entry of the directory before it. For the readers
 * of directories only.
 */
#pragma once

#include "read/package/zipdir.h"

enum { ZIP_CENTRAL = 0x02014b50, ZIP_CENTRAL_SIZE = 46 };

struct zip_end {
	const uint8_t *p;            /* the last n bytes of the file, from tail on */
	size_t n;
	uint64_t tail;
	uint64_t at, size, count;    /* of the directory: its offset, bytes, entries */
};

/* ERR_INPUT when there is no directory that can be read; a limit becomes a finding. */
int zip_end_read(struct arena *a, struct source *s, struct package *p, struct zip_end *ret,
		 struct err *e);
/* One entry at the front of p; its length, or 0 when it is damaged or cut. */
size_t zip_entry_read(const uint8_t *p, size_t n, struct zip_entry *x);
