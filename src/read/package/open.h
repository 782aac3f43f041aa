/* Recognises what a name, a file or a folder is, by content, and reads it into a package. */
#pragma once

#include "read/package/wheel.h"

/* One argument of inspect. */
int open_path(struct arena *a, const char *path, const struct inspect_options *o,
	      struct package *p, struct err *e);
/* Bytes from anywhere; `name` is the file name that they go by. */
int open_source(struct arena *a, struct source *s, const char *name,
		const struct inspect_options *o, struct package *p, struct err *e);
