/* Variants of a wheel and what an installer makes of them on machines, as text and as JSON. */
#pragma once

#include "show/inspect.h"

/* A line for each variant, then for each machine what is taken there and what is to be. */
void show_variants(struct arena *a, const struct term *t, const struct inspect_page *page);
/* Of a wheel with one variant: whether an installer that goes by it takes the wheel there. */
void show_variant_fit(struct arena *a, const struct term *t, const struct inspect_page *page);
/* The keys "variants" and, where machines were named, "variant_choice" of an item. */
void show_variants_json(struct json *j, const struct inspect_page *page);
