/* Addresses of pages, folders and files below those of indexes and channels. */
#pragma once

#include "base/arena.h"

/* "https://host/whl/torch/" of its parts, with one slash between. */
const char *online_below(struct arena *a, const char *url, const char *name, const char *end);
/* Where an address leads that stands on a page; NULL: nowhere. */
const char *online_join(struct arena *a, const char *page, struct span base, struct span url);
/* The host of an address where it is another than that of the first one; else NULL. */
const char *online_other_host(struct arena *a, const char *asked, const char *ended);
