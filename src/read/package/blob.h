/* Bytes by offset, wherever they lie: a file here, a server elsewhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"
#include "fact/package.h"

struct blob {
	const char *name;  /* for messages */
	uint64_t size;
	uint64_t bytes_read;
	bool remote;       /* reading costs: ask for little, one thread only */
	/* Exactly n bytes at `at`, or an error; callers stay below size. Several threads may call
	 * it at once unless remote. */
	int (*read)(struct blob *s, uint64_t at, void *to, size_t n, struct err *e);
	/* Most likely the next n bytes from `at` on are read, in order; NULL: no matter. */
	void (*ahead)(struct blob *s, uint64_t at, uint64_t n);
	void (*close)(struct blob *s);
	/* What ended all reading, where its code is set; NULL: there is nothing to tell. */
	const struct err *failure;
	int fd;
	uint64_t base;
	void *own;         /* of the back end */
};

#define BLOB_AUTO __attribute__((cleanup(blob_close))) struct blob

/* A regular file. ERR_INPUT for a folder, a pipe, a missing or an unreadable file. */
int blob_file(struct arena *a, const char *path, struct blob *ret, struct err *e);
/* Bytes in memory, which must outlive it. */
struct blob blob_memory(const char *name, const void *p, size_t n);

/* Reads with a bound check: beyond the end is ERR_INPUT with "cut" in the sentence. */
int blob_read(struct blob *s, uint64_t at, void *to, size_t n, struct err *e);
/* Says what will be read next, so that it can be asked for at once. */
void blob_ahead(struct blob *s, uint64_t at, uint64_t n);
/* A window [at, at + n) of another source, which must outlive it. */
struct blob blob_part(struct blob *whole, uint64_t at, uint64_t n);
void blob_close(struct blob *s);
/* The failure that ended all reading, or NULL. */
const struct err *blob_failure(const struct blob *s);
/* The finding that a package is damaged, unless it was its source that failed. */
void blob_damage(struct arena *a, const struct blob *s, const struct err *e, struct package *p);

/* The size of a regular file; non-zero when it is none. */
int blob_file_size(const char *path, uint64_t *ret);
/* Its sha256, as 64 hexadecimal digits. */
int blob_file_sha256(struct arena *a, const char *path, const char **ret, struct err *e);
