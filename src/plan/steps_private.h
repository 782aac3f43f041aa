/* What the files of steps share; for plan/steps*.c only. */
#pragma once

#include "plan/steps.h"

void steps_printf(struct arena *a, struct strings *to, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* A companion that has a version to ask for. */
bool steps_has(const char *version);

/* torch and its companions as pip takes them, and where they are: specs and indexes. */
void steps_pip(struct arena *a, const struct ground *g, const struct plan *p, struct step *to);
/* The same with the label of the variant, for what a project asks of the variant's index. */
void steps_pip_labelled(struct arena *a, const struct plan *p, struct step *to);
/* "python=3.12"; nothing where it is not known. */
void steps_conda_python(struct arena *a, const struct plan *p, struct strings *to);
