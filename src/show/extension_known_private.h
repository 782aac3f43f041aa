/* What is known of a wheel of an extension. */
#pragma once

#include "show/inspect.h"

/* What it was made for, where that is told, which rows have it, which torch goes with it. */
void show_extension(struct arena *a, const struct term *t, const struct inspect_page *page);
/* The torch for the machines that were named, and whether the environment's goes with it. */
void show_extension_fit(struct arena *a, const struct term *t, const struct inspect_page *page);
/* The object "extension", null where it is none. */
void show_extension_json(struct arena *a, struct json *j, const struct inspect_page *page);
