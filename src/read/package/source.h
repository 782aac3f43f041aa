/* Bytes by offset, wherever they lie: a file here, a server elsewhere. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

struct source {
	const char *name;  /* for messages */
	uint64_t size;
	uint64_t bytes_read;
	bool remote;       /* reading costs: ask for little, one thread only */
	/* Exactly n bytes at `at`, or an error; callers stay below size. Several threads may call
	 * it at once unless remote. */
	int (*read)(struct source *s, uint64_t at, void *to, size_t n, struct err *e);
	/* Most likely the next n bytes from `at` on are read, in order; NULL: no matter. */
	void (*ahead)(struct source *s, uint64_t at, uint64_t n);
	void (*close)(struct source *s);
	int fd;
	uint64_t base;
	void *own;         /* of the back end */
};

#define SOURCE_AUTO __attribute__((cleanup(source_close))) struct source

/* A regular file. ERR_INPUT for a folder, a pipe, a missing or an unreadable file. */
int source_file(struct arena *a, const char *path, struct source *ret, struct err *e);
/* Bytes in memory, which must outlive it. */
struct source source_memory(const char *name, const void *p, size_t n);

/* Reads with a bound check: beyond the end is ERR_INPUT with "cut" in the sentence. */
int source_read(struct source *s, uint64_t at, void *to, size_t n, struct err *e);
/* Says what will be read next, so that it can be asked for at once. */
void source_ahead(struct source *s, uint64_t at, uint64_t n);
/* A window [at, at + n) of another source, which must outlive it. */
struct source source_part(struct source *whole, uint64_t at, uint64_t n);
void source_close(struct source *s);
