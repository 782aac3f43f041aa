/* The wheels of an extension, as text and in JSON. */
#pragma once

#include "show/matrix.h"

/* At least one wheel. */
void extension_page_text(struct arena *a, const struct term *t, const struct matrix_page *page);
/* The elements of a list. */
void extension_page_json(struct arena *a, struct json *j, const struct matrix_page *page);
