/* conda packages: .tar.bz2, and .conda (a ZIP of two tar.zst). */
#pragma once

#include "read/package/package_open.h"
#include "read/package/zip_private.h"

/* Fills *p. ERR_USAGE: the whole archive would have to be read, which --depth did not ask for. */
int conda_tar_read(struct arena *a, struct blob *s, const struct inspect_options *o,
		   struct package *p, struct err *e);
/* Whether the ZIP holds metadata.json and pkg-*.tar.zst. */
bool conda_zip_is(const struct zip *z);
int conda_zip_read(struct arena *a, const struct zip *z, const struct inspect_options *o,
		   struct package *p, struct err *e);

/*
 * info/index.json, what its repodata record was made from: fills name, version, build, requires,
 * platform; a text that is no JSON is a finding.
 */
void conda_index_read(struct arena *a, struct span text, struct package *p);
