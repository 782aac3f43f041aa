/* From the options to the environments that a command is asked about. */
#pragma once

#include "cmd/cmd.h"
#include "fact/env.h"
#include "fact/host.h"
#include "know/catalogue.h"
#include "check/checkup.h"
#include "read/env/env.h"

/* Something other than this machine is to be looked at. */
bool cmd_env_given(const struct options *o);

/*
 * The environments of --env, --pip-list, --conda-list, of the files in the arguments and of a
 * collect_env among --host; what -r, -f and the arguments ask for and configure is part of each.
 * Lists of one environment in several files become one. Nothing given: the active one, with what
 * is configured here; none at all gives one that is empty, with a problem.
 */
int cmd_envs(struct run *r, const struct strings *files, struct envs *ret, struct err *e);

/* What one file tells, behind what is in *to already. */
int cmd_env_file(struct run *r, const char *path, enum env_as as, struct envs *to, struct err *e);

/* What environments are held against. */
struct judging {
	struct run *run;
	struct catalogue *c;       /* the builds of the platform become part of it */
	const struct hosts *hosts; /* the first counts */
};

/* Runs all checks; the environment and the hosts have to stay. */
int cmd_judge(const struct judging *j, const struct env *env, struct checkup *ret, struct err *e);
/* What the installers of its files would take, and nothing else of it. */
int cmd_picks(const struct judging *j, const struct env *env, struct picks *ret, struct err *e);
