/* Files that are written aside, and take their place once they are whole. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"

struct os_save {
	int file;               /* negative: nothing is being written */
	const char *path, *aside;
};

/* Makes the folders above it, for this user alone. False, errno set, where it cannot be written. */
bool os_save_begin(struct arena *a, const char *path, struct os_save *ret);
bool os_save_add(struct os_save *s, const void *p, size_t n);
/* `keep`: it takes its place; else it goes. */
bool os_save_end(struct os_save *s, bool keep);
/* What was added stays there when the power goes. False, errno set: it may not. */
bool os_save_sync(struct os_save *s);
/* Takes a file away. */
void os_remove(const char *path);
