/* suggest --emit, for suggest.c. */
#pragma once

#include "cmd/cmd.h"
#include "plan/answer.h"

/*
 * Plans as options and arguments ask, prints the file that --emit names on standard output and
 * what there is to say about its plans on standard error. ERR_NONE: one such file cannot hold them.
 */
int cmd_suggest_file(struct run *r, struct answer *ret, struct err *e);
