/* Which Python a plan is for, and which companions that leaves. */
#pragma once

#include "plan/plan.h"

/* The newest ordinary CPython for which torch and its torchvision both have certain files. */
struct python python_choose(const struct build *b);
/* The others that would do, newest first; NULL if there are none. */
const char *python_others(struct arena *a, const struct build *b, struct python chosen);

/* The companion's version for that Python: "none", or NULL not known. */
const char *python_vision(const struct build *b, struct python p);
const char *python_audio(const struct build *b, struct python p);
