/* The .dist-info of a wheel: where its files are, and what METADATA and WHEEL say. */
#pragma once

#include "fact/package.h"
#include "read/package/source.h"
#include "read/package/zipdir.h"

enum { WHEEL_TEXT = 8 << 20 }; /* of METADATA, WHEEL, RECORD at most */

/* The first entry that lies in a top folder *.dist-info and has this name there; or NULL. */
const struct zip_entry *wheel_entry(const struct zip *z, const char *name);
/* The text of METADATA, and of WHEEL, into p; the tags of a file name stay. */
void wheel_metadata(struct arena *a, struct span text, struct package *p);
void wheel_tags(struct arena *a, struct span text, struct package *p);
/*
 * METADATA, tags, and libraries by name and size out of RECORD instead of the directory of the
 * archive, which is twice as long: for archives whose directory did not come with the tail.
 * ERR_NONE, and p as it was, when that cannot be done.
 */
int wheel_brief(struct arena *a, struct source *s, struct package *p);
