/* JSON as a tree with line numbers. */
#pragma once

#include "base/err.h"
#include "base/tree.h"

/*
 * Reads the document at the front of text and says how many bytes it takes; text may follow it.
 * ERR_INPUT with a sentence when there is none; ERR_MISSING when it is cut, *ret is then what was
 * read of it. Numbers become texts, true and false are unquoted texts.
 */
int json_tree(struct arena *a, struct span text, struct tree **ret, size_t *used, struct err *e);
