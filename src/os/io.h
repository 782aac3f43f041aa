/* Bounded input: files, standard input, small pseudo files of the kernel. */
#pragma once

#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"

/* More than anybody pastes; a larger file is refused before it is read whole. */
#define IO_MAX ((size_t)64 << 20)

/*
 * Reads a whole file into the arena; "-" is standard input. At most `max` bytes: more is
 * ERR_INPUT with the limit in the sentence. A directory, a missing or an unreadable file is
 * ERR_INPUT too. A pipe is read to its end, however slow its writer is; one that nobody writes, nor
 * begins to within a second, is empty. The text is followed by a NUL that does not count.
 */
int io_read(struct arena *a, const char *path, size_t max, struct span *ret, struct err *e);

/* The same for a file that may be absent: ERR_NONE without a sentence. Never standard input. */
int io_try(struct arena *a, const char *path, size_t max, struct span *ret);

/* Fills *e for an input of more than `max` bytes, and for one that errno says was not opened. */
int io_over(const char *name, size_t max, struct err *e);
int io_closed(const char *name, struct err *e);
