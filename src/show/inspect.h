/* What a package holds, in words and as JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "fact/package.h"

void show_package_json(struct json *j, const struct package *p);
void show_package(struct arena *a, const struct term *t, const struct package *p, int verbose);
