/* One folder of Python packages: .dist-info, .egg-info, .egg-link, .egg, and leftovers. */
#pragma once

#include "fact/env.h"
#include "read/dir.h"
#include "read/place.h"

/* Adds its packages; with `leftovers` also folders that none of them owns. */
void env_read_site(struct arena *a, const struct place *p, const char *path, bool leftovers,
		   struct env *e);
/* Folders of torch and its companions that no package owns. */
void env_find_leftovers(struct arena *a, const struct dir *site, struct env *e);
/* Of several records of one package, from package `from` on, those become leftovers that name
 * another release than the files, by their version.py. */
void env_drop_stale(struct arena *a, const struct dir *site, size_t from, struct env *e);
