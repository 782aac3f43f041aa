/* From the options to the environments that a command is asked about. */
#pragma once

#include "cmd/cmd.h"
#include "fact/env.h"
#include "fact/host.h"
#include "know/catalogue.h"
#include "check/checkup.h"

/* Something other than this machine is to be looked at. */
bool cmd_env_given(const struct options *o);

/*
 * The environments of --env, --pip-list, --conda-list, of the files in the arguments and of a
 * collect_env among --host; what -r, -f and the arguments ask for and configure is part of each.
 * Lists of one environment in several files become one. Nothing given: the active one, with what
 * is configured here; none at all gives one that is empty, with a problem.
 */
int cmd_envs(struct run *r, const struct strings *files, struct envs *ret, struct err *e);

/* Runs all checks. The builds of the platform become part of the catalogue; the environment and
 * the hosts have to stay. */
int cmd_judge(struct run *r, struct matrix *m, struct catalogue *c, const struct hosts *hosts,
	      const struct env *env, struct checkup *ret, struct err *e);
