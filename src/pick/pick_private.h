/* What pick.c asks of the other files of this folder. */
#pragma once

#include "pick/pick.h"

/* pick_conda.c: adds the pick of torch of conda, mamba, micromamba and pixi. */
void pick_conda(struct arena *a, const struct pick_of *of, const struct ask *ask,
		struct picks *to);

/* An ask of more lines is left alone: the search compares them with each other. */
enum { PICK_LINES_MOST = 256 };

/* pick_python.c: for one Python; until: one answer for all up to that one, as METADATA has it.
 * Where nothing can be installed, `why` asks for the reason, which takes as many searches as there
 * are lines. */
void pick_until(struct arena *a, const struct pick_of *of, const struct ask *ask,
		struct python python, struct python until, bool why, struct picks *to);
