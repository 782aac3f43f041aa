/* Steps of a plan or a cure, as the commands that do them. */
#pragma once

#include "base/json.h"
#include "base/term.h"
#include "fact/step.h"

/* Argument vectors; s may be NULL: an empty list. */
void show_steps_json(struct arena *a, struct json *j, const char *key, const struct steps *s);
/* A line each for the shell of their platform, below a label. */
void show_steps_text(struct arena *a, const struct term *t, const struct steps *s);
