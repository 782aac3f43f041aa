/* What the files of explain share. */
#pragma once

#include "cmd/cmd.h"
#include "fact/env.h"
#include "fact/host.h"
#include "know/matrix.h"
#include "show/explain.h"

/*
 * Says what a message means, how it concerns the machine, and what helps; of a text without one
 * what its facts decide. `what`: the text itself, or where it is read from; "-": stdin. *ret: the
 * exit code.
 */
int explain_message(struct run *r, struct matrix *m, const char *what, int *ret, struct err *e);

/* Whether the torch of the arguments fits the hosts, and why not; *x says what else is asked. */
int explain_fits(struct run *r, struct matrix *m, const struct hosts *hosts, struct explained x,
		 int *ret, struct err *e);
