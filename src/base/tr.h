/*
 * The language in which people are answered. The source has its texts in English; each is its own
 * key in the catalogues of po/, which are inside the program. What programs read (JSON, commands,
 * names, codes, files) goes through none of this.
 *
 * The choice is the one thing here that belongs to the whole process: main() makes it before
 * anything is said, and `explain` once more when it has read what it is to answer.
 */
#pragma once

#include <stdbool.h>

#include "base/arena.h"

/* Marks a text for translation where it stands in a table: it is looked up when it is said. */
#define N_(text) text

/* The text in the chosen language; itself where that is English or the catalogue lacks it. */
const char *tr(const char *text) __attribute__((format_arg(1)));

/* "zh", "zh_CN.UTF-8", "zh-Hans"; "en", "C". False: no catalogue has it, and nothing changes. */
bool tr_use(const char *name);
/* "en, zh": what tr_use takes. */
const char *tr_names(struct arena *a);
