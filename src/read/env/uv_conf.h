/* uv's configuration on a machine: files by order, variables. */
#pragma once

#include "fact/env.h"
#include "read/place.h"

/*
 * Files of the system, the user and the project around the environment (its uv.toml, else [tool.uv]
 * of its pyproject.toml), then UV_*, docs.astral.sh/uv/concepts/configuration-files: a later one
 * covers single values, lists of all add up, and a default index covers index-url wherever that
 * stands. UV_CONFIG_FILE stands for all the files, UV_NO_CONFIG for none.
 */
void uv_conf_live(struct arena *a, const struct place *p, struct env *e);
/* Which of uv's settings from `from` on count. */
void uv_conf_settle(struct env *e, size_t from);
