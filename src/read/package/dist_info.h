/* The texts of a wheel's .dist-info: METADATA, WHEEL, RECORD; and torch/version.py. */
#pragma once

#include "fact/package.h"

enum { WHEEL_TEXT = 8 << 20 }; /* of METADATA, WHEEL, RECORD at most */

/* Name, Version, Requires-Dist, Provides-Extra, Requires-Python, Summary into p. */
void metadata_read(struct arena *a, struct span text, struct package *p);
/* The tags that WHEEL gives: "cp312-cp312-manylinux_2_28_x86_64". */
struct strings metadata_tags(struct arena *a, struct span text);

/* The text of METADATA, and of WHEEL, into p; the tags of a file name stay. */
void metadata_of_wheel(struct arena *a, struct span text, struct package *p);
void wheel_tags(struct arena *a, struct span text, struct package *p);

/* One line of RECORD. */
struct record {
	struct span path;
	struct span hash;      /* urlsafe base64 without padding, or empty */
	uint64_t size;
	bool has_size;
};

/* Takes the next line off *rest; false at the end. Lines that are none are passed over. */
bool record_next(struct arena *a, struct span *rest, struct record *ret);
/* The same for whoever needs the path alone. */
bool record_next_path(struct arena *a, struct span *rest, struct span *path);

/* What torch/version.py assigns: `cuda = '12.8'`; NULL when it is None or not there. */
const char *version_py(struct arena *a, struct span text, const char *name);
/* Whether it assigns that name at all, be it None. */
bool version_py_has(struct span text, const char *name);
