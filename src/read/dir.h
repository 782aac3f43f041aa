/* Folders with many small files, read with few calls: where the packages of an environment lie. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "read/place.h"

/* A folder that holds more is not read on, and fails so. */
enum { DIR_ENTRIES = 200000 };

struct dir {
	int fd;              /* -1: not there */
	const char *path;    /* as the machine names it */
	int failed;          /* errno where it is there and was not opened, or not listed whole */
};

#define DIR_AUTO __attribute__((cleanup(dir_close))) struct dir

/* Below the root of the place; fd -1 when it cannot be opened. dir_close ends it. */
struct dir dir_open(struct arena *a, const struct place *p, const char *path);
/* A folder in it. */
struct dir dir_in(struct arena *a, const struct dir *f, const char *name);
void dir_close(struct dir *f);
/* In words why it failed. */
const char *dir_why(struct arena *a, const struct dir *f);

/* Names that `wanted` takes, sorted; hidden ones are left out. */
struct strings dir_list(struct arena *a, struct dir *f, bool (*wanted)(struct span));
/* The beginning of a file in it, into a buffer of n bytes; false if it cannot be read or is empty.
 * A pipe does not block. */
bool dir_head(const struct dir *f, const char *name, char *to, size_t n, struct span *ret);
/* A whole regular file of at most to->max bytes, valid until the buffer changes. */
bool dir_read(const struct dir *f, const char *name, struct buf *to, struct span *ret);
bool dir_has(const struct dir *f, const char *name);
/* What a link says, or NULL. */
const char *dir_link(struct arena *a, const struct dir *f, const char *name);
