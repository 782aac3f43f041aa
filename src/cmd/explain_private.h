/* What the files of explain share. */
#pragma once

#include "cmd/cmd.h"
#include "know/matrix.h"

/* Says what a message means, how it concerns the machine, and what helps. `what`: the message
 * itself, or where it is read from; "-": stdin. */
int explain_message(struct run *r, struct matrix *m, const char *what, struct err *e);
