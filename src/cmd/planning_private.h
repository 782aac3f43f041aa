/* What the commands that plan have in common. */
#pragma once

#include "cmd/cmd.h"
#include "know/matrix.h"
#include "plan/plan.h"

/* The answer of the resolver for hosts and the wishes of options and arguments, with commands. */
int cmd_plan(struct run *r, struct matrix *m, const struct hosts *hosts, bool all,
	     struct answer *ret, struct err *e);
/* Facts without which there is no plan, on stderr. */
void cmd_tell_missing(struct run *r, const struct hosts *hosts, const struct answer *answer);
