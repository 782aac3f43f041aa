/* Texts as consoles of Windows read and write them where Chinese, Japanese or Korean is spoken. */
#pragma once

#include <stdio.h>

#include "base/arena.h"
#include "base/span.h"

/*
 * The text in UTF-8. A text that is not UTF-8 is taken for GB18030, Shift-JIS, Big5
 * or UHC where its bytes are such characters and common ones; *encoding is its name then,
 * NULL for UTF-8 and UTF-16, and "" where no encoding fits and what is not ASCII was lost. Lines
 * that are UTF-8 stay what they are. Rows and cells: GB 2312-80, JIS X 0208, Big5, KS X 1001.
 */
struct span charset_text(struct arena *a, struct span bytes, const char **encoding);

/* The way out, door/iconv.h: NULL where the C library does not write it. */
FILE *charset_stream(FILE *to, const char *encoding, bool *lost);
