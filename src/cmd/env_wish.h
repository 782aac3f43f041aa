/* Plans into what is there and wanted: --env, --pip-list, --conda-list, -r, -f. */
#pragma once

#include "cmd/cmd.h"
#include "know/catalogue.h"
#include "plan/steps.h"

/*
 * Adds to the wish what files ask for, and takes Python, installer and the place to install into
 * from the environment where no option says otherwise. What cannot hold together is said on
 * stderr. Without such options nothing changes.
 */
int cmd_env_wish(struct run *r, struct matrix *m, const struct hosts *hosts, struct catalogue *c,
		 struct wish *wish, struct ground *ground, struct err *e);
