/*
 * pip.conf and the like, line by line: what Python's configparser takes. A library for this form
 * that gives the number of the line was not found.
 */
#pragma once

#include <stdbool.h>

#include "base/span.h"

struct ini {
	struct span rest;
	struct span section; /* of the pair at hand */
	struct span key;
	unsigned line;       /* lines taken so far */
};

/*
 * Takes the next "key = value", or a further line of the same value (indented): *first tells them
 * apart. False at the end. Remarks begin with "#" or ";".
 */
bool ini_next(struct ini *i, struct span *value, bool *first);
