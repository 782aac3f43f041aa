/* Where a container of device code begins: the part of fatbin.c that most bytes go through. */
#pragma once

#include "read/package/fatbin.h"

/*
 * Takes some of the next bytes, at least one; *hit when the last of them are the signature. At
 * 8-aligned offsets, or at any.
 */
size_t fatbin_search(struct fatbin *f, const uint8_t *p, size_t n, bool *hit);
size_t fatbin_search_anywhere(struct fatbin *f, const uint8_t *p, size_t n, bool *hit);
