/* Versions in Poetry's notation, https://python-poetry.org/docs/dependency-specification/ */
#pragma once

#include "read/env/env_format.h"
#include "read/env/requirements.h"

/* "^1.2.3", "~1.2", "1.2.*", "1.2" (exactly), ">=1,<2" as a specifier of PEP 440; "" is any.
 * NULL when it has a form of its own (several with "||"). */
const char *poetry_version(struct arena *a, struct span s);
/* A table of dependencies; python itself is passed over. */
void poetry_dependencies(const struct env_tree *t, struct requirements *r,
			 const struct tree *table);
