/* The name of a GPU in what people and programs write: its shape, by the words of word.csv. */
#pragma once

#include <stdbool.h>

#include "base/span.h"

struct gpu_name {
	struct span text;    /* "nvidia geforce rtx 3090 ti" */
	struct span telling; /* the same without the brand: "rtx 3090 ti" */
	const char *series;  /* "RTX 50 series" of "50系", which is no card; NULL: a card's name */
};

/*
 * The next name in *rest, which is in lower case, and takes it off with all before it. The shape
 * alone counts ("rtx 9090" is a name); whether there is such a GPU is for the matrix to say. It
 * ends where the name ends: at a word that no name has.
 */
bool gpu_name_next(struct span *rest, struct gpu_name *ret);
