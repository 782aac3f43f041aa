/* Size and sha256 of a regular file. */
#pragma once

#include <stdint.h>

#include "base/arena.h"
#include "base/err.h"

/* Non-zero when it is no regular file. */
int hash_size(const char *path, uint64_t *ret);
/* 64 hexadecimal digits. */
int hash_file(struct arena *a, const char *path, const char **ret, struct err *e);
