/* Texts that are not UTF-8 (iconv of the C library). */
#pragma once

#include "base/arena.h"
#include "base/span.h"

/* The text in UTF-8; what is no character of the encoding becomes U+FFFD. False: the C library does
 * not have the encoding here. */
bool iconv_text(struct arena *a, const char *encoding, struct span bytes, struct span *ret);
