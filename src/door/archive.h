/*
 * Archives as conda packs them (tar with bzip2 or zstd), as a stream of entries, by libarchive,
 * which is opened when it is needed, or is part of the program, and starts no programs.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"

struct archive_entry_info {
	const char *path;  /* as it stands there: may be dangerous, never use it to write */
	uint64_t size;
	bool file, link;
};

struct archive_io {
	void *own;
	/* The next bytes of the archive; 0 at the end, negative on an error. */
	long (*more)(void *own, const void **ret, struct err *e);
	/* Whether the contents of this entry are wanted. */
	bool (*entry)(void *own, const struct archive_entry_info *info);
	/* A piece of the wanted contents; false: no more of this entry. */
	bool (*take)(void *own, const uint8_t *p, size_t n);
	/* The wanted entry has ended; whole is false after a damage. */
	void (*done)(void *own, bool whole);
};

enum { ARCHIVE_ENTRIES = 262144 };

/*
 * Passes through all entries. ERR_MISSING without libarchive; ERR_INPUT when the archive is
 * damaged, has too many entries, or unpacks to more than `limit` bytes or out of next to nothing.
 */
int archive_walk(const struct archive_io *io, uint64_t limit, struct err *e);
