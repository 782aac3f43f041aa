/* A wheel: its name, its .dist-info, its libraries. */
#pragma once

#include "read/package/package_open.h"
#include "read/package/zip_private.h"

/*
 * A ZIP archive with a .dist-info into p, whose tags may be known from the file name already.
 * ERR_INPUT when the directory cannot be used; what is wrong inside becomes findings.
 */
int wheel_read(struct arena *a, struct blob *s, const struct inspect_options *o,
	       struct package *p, struct err *e);
/*
 * METADATA, tags, and libraries by name and size out of RECORD instead of the directory of the
 * archive, which is twice as long: for archives whose directory did not come with the tail.
 * ERR_NONE, and p as it was, when that cannot be done.
 */
int wheel_brief(struct arena *a, struct blob *s, struct package *p);
