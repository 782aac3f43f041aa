/* pip's configuration: files by order, sections, variables. */
#pragma once

#include "fact/env.h"
#include "read/place.h"

/*
 * The settings of one pip.conf, "install" and "download" sections apart from "global" by their
 * key: "install.index-url". Values over several lines, and those of URLs with spaces, become one
 * setting each.
 */
void pip_conf_read(struct arena *a, struct span text, const char *file, unsigned first,
		   struct env *to);
/* Which of pip's settings from `from` on count: variables before sections of a command before
 * "global", later files before earlier ones. */
void pip_conf_settle(struct env *e, size_t from);
/* Those of a machine: the files of the system, the user and the environment, then PIP_*. */
void pip_conf_live(struct arena *a, const struct place *p, struct env *e);
