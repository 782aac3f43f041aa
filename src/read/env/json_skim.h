/* The members of a large JSON object one by one, without reading the values that nobody wants. */
#pragma once

#include <stdbool.h>

#include "base/span.h"

/*
 * Takes the next member off *rest, which begins at the object's brace or behind a member: its key
 * between the quotes, and its value as text. False at the end, or where it is no object.
 */
bool json_skim(struct span *rest, struct span *key, struct span *value);
