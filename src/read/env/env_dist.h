/* One folder of Python packages: .dist-info, .egg-info, .egg-link, .egg, and leftovers. */
#pragma once

#include "fact/env.h"
#include "read/place.h"

/* Adds its packages; with `leftovers` also folders that none of them owns. */
void env_read_site(struct arena *a, const struct place *p, const char *path, bool leftovers,
		   struct env *e);
