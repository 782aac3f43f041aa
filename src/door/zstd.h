/* ZSTD frames in memory (libzstd). */
#pragma once

#include <stddef.h>

/* Decodes one frame of at most `room` bytes; its length, or -1 if it is damaged or larger. */
long zstd_decode(const void *from, size_t n, void *to, size_t room);
