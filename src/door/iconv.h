/* Texts that are not UTF-8 (iconv of the C library). */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/span.h"

/* The text in UTF-8; what is no character of the encoding becomes U+FFFD. False: the C library does
 * not have the encoding here. */
bool iconv_text(struct arena *a, const char *encoding, struct span bytes, struct span *ret);

/*
 * A stream that writes UTF-8 to `to` in another encoding, "?" for what that has not, which *lost
 * tells; to be closed before `to`. NULL: the C library does not write that encoding here.
 */
FILE *iconv_stream(FILE *to, const char *encoding, bool *lost);
