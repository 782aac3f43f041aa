/* What somebody pasted: a log, a message, a sentence. */
#pragma once

#include "cmd/cmd.h"

/* The argument itself, or what the file or standard input ("-") holds, in UTF-8; of a long one its
 * begin and its end. Notes say what was left out or could not be read. */
int cmd_pasted(struct run *r, const char *what, struct span *ret, struct err *e);
