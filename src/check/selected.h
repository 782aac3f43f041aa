/* What of a manifest or of a lock file is for one machine. */
#pragma once

#include "fact/env.h"
#include "know/catalogue.h"
#include "know/shelf.h"

/*
 * Of a workspace of pixi the lines of the platform that pixi takes there: the first of those that
 * it names whose virtual packages the machine has, and the targets that fit it. A lock file is a
 * list of what would be installed, and judged as one: where nothing is installed and a lock names
 * exact packages, the environment as it would be there. Groups other than "main" and other
 * platforms are left out; names that the lock has in several versions there are left out and said.
 * `host` may be NULL. Else `env` itself.
 */
const struct env *selected_env(struct arena *a, const struct catalogue *c, const struct env *env,
			       const struct host *host, const char *platform);
/*
 * What one of a file's groups, extras or environments comes to: its lines beside those that are
 * always asked for; of a lock what it then installs. An environment of pixi stands for itself.
 */
struct env *selected_group(struct arena *a, const struct env *env, const char *group,
			   const char *platform);

/* What the jobs of a workflow with that Python install, and what is asked for of all. */
struct env *selected_python(struct arena *a, const struct env *env, const char *python);

/* The packages of a lock as lines that pin them, of those that decide on torch, Python or CUDA. */
const struct env *selected_pins(struct arena *a, const struct shelf *shelf,
				const struct env *env, const char *platform);
