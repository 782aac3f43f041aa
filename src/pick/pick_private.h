/* What pick.c asks of the other files of this folder. */
#pragma once

#include "pick/pick.h"

/* pick_conda.c: adds the pick of torch of conda, mamba, micromamba and pixi. */
void pick_conda(struct arena *a, const struct pick_of *of, const struct ask *ask,
		struct picks *to);
