#pragma once

#include "cmd/cmd.h"
#include "know/matrix.h"

/* Explains a message or a log; `what` is the text itself, a file, or "-". ERR_NONE: nothing in it
 * is known, and what was looked for. */
int cmd_explain_text(struct run *r, struct matrix *m, const char *what, struct err *e);
