/* Text in other forms of Unicode, and in none, as UTF-8. */
#pragma once

#include "base/arena.h"
#include "base/span.h"

/*
 * The text as UTF-8 without BOM: UTF-16 (by BOM, or by its zero bytes) is converted, invalid
 * sequences become U+FFFD. Already clean text is returned as it is.
 */
struct span utf8_of(struct arena *a, struct span bytes);
