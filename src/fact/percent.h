/* "%2B" in URLs and in file names that were cut out of them. */
#pragma once

#include "base/arena.h"
#include "base/span.h"

/* The text with what stands for printable characters replaced by them. */
struct span percent_decode(struct arena *a, struct span s);
