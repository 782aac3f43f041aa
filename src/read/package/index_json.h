/* info/index.json of a conda package: what its repodata record was made from. */
#pragma once

#include "fact/package.h"

/* Fills name, version, build, requires, platform; a text that is no JSON is a finding. */
void index_json_read(struct arena *a, struct span text, struct package *p);
