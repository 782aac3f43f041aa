/*
 * Bytes of one file by offset for the readers of headers, whether the file can be sought or passes
 * by once as the output of a decompressor. What has not passed yet is remembered as wanted: the
 * reader is called again when it is there.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/span.h"
#include "read/package/blob.h"

struct view {
	uint64_t size;
	/* n bytes at `at`, valid as long as the view; NULL if they are not there, or not yet. */
	const uint8_t *(*get)(struct view *v, uint64_t at, size_t n);
};

/* NULL also beyond the end. */
const uint8_t *view_get(struct view *v, uint64_t at, size_t n);
/* At most n bytes, fewer only at the end of the file; NULL p if not there (yet). */
struct span view_upto(struct view *v, uint64_t at, size_t n);

struct memory_view {
	struct view view;
	const uint8_t *p;
};

/* Over bytes that outlive it. */
struct memory_view view_memory(const void *p, size_t n);

/* Over a source; pieces are kept in the arena, at most 16 MiB of them. */
struct blob_view {
	struct view view;
	struct blob *source;
	struct arena *arena;
	size_t used;
};

/* Both outlive it. */
struct blob_view view_blob(struct blob *s, struct arena *a);

enum {
	WINDOWS_MAX = 256,
	WINDOWS_HEAD = 128 << 10,
	WINDOWS_TAIL = 256 << 10,
	WINDOWS_BYTES = 8 << 20,
};

struct window {
	uint64_t at;
	size_t n, got;
	uint8_t *p;
};

/* Over a stream. */
struct windows {
	struct view view;
	uint64_t pos;    /* bytes that have passed */
	size_t n, used, open;
	bool changed;    /* a window was filled since this was last cleared */
	struct window v[WINDOWS_MAX];
};

/* The head and the tail of a file of `size` bytes are kept from the start. */
void windows_start(struct windows *w, uint64_t size);
void windows_feed(struct windows *w, const uint8_t *p, size_t n);
/* Begins another pass over the same stream. */
void windows_again(struct windows *w);
/* Offset after the last wanted byte that is not there yet; 0 if there is none. */
uint64_t windows_until(const struct windows *w);
void windows_free(struct windows *w);
