/* What a mirror serves, as text and in JSON. */
#pragma once

#include "base/arena.h"
#include "base/json.h"
#include "base/term.h"
#include "fact/mirror_place.h"

void mirror_page_text(struct arena *a, const struct term *t, const struct mirrors *places);
/* The elements of a list. */
void mirror_page_json(struct arena *a, struct json *j, const struct mirrors *places);
