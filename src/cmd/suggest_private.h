/* suggest --emit, for suggest.c. */
#pragma once

#include "cmd/cmd.h"
#include "cmd/envs_private.h"
#include "install/emit.h"

/*
 * Plans as options and arguments ask, prints the file that --emit names on standard output and
 * what there is to say about its plans on standard error. ERR_NONE: one such file cannot hold them.
 */
int cmd_suggest_file(struct run *r, struct answer *ret, struct err *e);

/* The file of -f that is to ask for the plan: one of that kind; NULL: a new one is written. */
const char *cmd_diff_target(struct run *r, enum emitter kind, struct envs *envs, struct err *e);
/* Prints what changes in it. ERR_NONE: it has no line of torch. */
int cmd_diff(struct run *r, struct matrix *m, enum emitter kind, const struct hosts *hosts,
	     struct envs *envs, const char *file, const struct plan *p, struct err *e);
