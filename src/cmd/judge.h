/* An environment beside a machine: what doctor finds. */
#pragma once

#include "cmd/cmd.h"
#include "know/catalogue.h"
#include "check/checkup.h"

/* Runs all checks. The builds of the platform become part of the catalogue; the environment and
 * the hosts have to stay. */
int cmd_judge(struct run *r, struct matrix *m, struct catalogue *c, const struct hosts *hosts,
	      const struct env *env, struct checkup *ret, struct err *e);
