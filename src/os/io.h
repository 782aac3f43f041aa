/* Bounded input: files, standard input, small pseudo files of the kernel. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/span.h"

/* More than anybody pastes; a larger file is refused before it is read whole. */
#define IO_MAX ((size_t)64 << 20)

/* A file that is open; "-" is standard input. */
struct io_input {
	const char *name;
	int file;
	bool patient; /* a slow writer is waited for */
};
#define IO_AUTO __attribute__((cleanup(io_close))) struct io_input

int io_open(const char *path, struct io_input *ret, struct err *e);
void io_close(struct io_input *in);
/* Up to n bytes; 0 at the end, or -1 with errno. */
ptrdiff_t io_take(const struct io_input *in, char *to, size_t n);
/* As io_read, of a file of which `head` was taken. */
int io_rest(struct arena *a, const struct io_input *in, struct span head, size_t max,
	    struct span *ret, struct err *e);

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
