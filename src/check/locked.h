/* A lock file is a list of what would be installed: judged as one. */
#pragma once

#include "fact/env.h"

/*
 * Where nothing is installed and a lock names exact packages: the environment as it would be on
 * that platform. Else `env` itself. Groups other than "main", other platforms, and names that the
 * lock has in several versions there (extras that exclude each other) are left out.
 */
const struct env *locked_env(struct arena *a, const struct env *env, const char *platform);
