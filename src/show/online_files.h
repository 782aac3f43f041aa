/* What indexes and channels said of the files that plans and lines name, as text and in JSON. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "fact/online.h"

/* A line for each that is there or was not asked; those that are not there are findings. */
void show_online_text(struct arena *a, const struct term *t, const struct online_files *files);
/* The list "online". */
void show_online_json(struct arena *a, struct json *j, const struct online_files *files);
