/* Recognises what a name, a file or a folder is, by content, and reads it into a package. */
#pragma once

#include "read/package/inspect_options.h"

/* One argument of inspect. */
int package_open(struct arena *a, const char *path, const struct inspect_options *o,
		 struct package *p, struct err *e);
/* Bytes from anywhere; `name` is the file name that they go by. */
int package_open_blob(struct arena *a, struct blob *s, const char *name,
		      const struct inspect_options *o, struct package *p, struct err *e);
