/* ZSTD frames in memory, and as they come (libzstd). */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Decodes one frame of at most `room` bytes; its length, or -1 if it is damaged or larger. */
long zstd_decode(const void *from, size_t n, void *to, size_t room);

/* What a frame may ask to have remembered, as a power of two: 16 MiB. */
enum { ZSTD_WINDOW_LOG = 24 };

struct zstd_stream;

/* NULL: no memory. */
struct zstd_stream *zstd_stream_open(void);
void zstd_stream_close(struct zstd_stream *s);
/*
 * Decodes the next bytes of one or several frames, and gives what is in them piece by piece to
 * take(), which returns false to stop. False: it did, or they are damaged.
 */
bool zstd_stream_add(struct zstd_stream *s, const void *from, size_t n,
		     bool (*take)(void *own, const void *p, size_t n), void *own);
/* Whether something came, and what came last ended a frame. */
bool zstd_stream_ended(const struct zstd_stream *s);
