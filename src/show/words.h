/* Findings and phrases become sentences: words.def has them, once. */
#pragma once

#include "fact/err_phrase.h"

/* What a finding says, but not of whom: by its form, else its code, else the title of that. */
const char *words_finding(struct arena *a, const struct finding *f);
/* The words of a phrase; NULL: it says nothing, or a fact that they need is not known. */
const char *words_phrase(struct arena *a, const struct phrase *p);
/* The same for a line of a file that is written: files have their remarks in English. */
const char *words_file(struct arena *a, const struct phrase *p);
/* What went wrong; never NULL. */
const char *words_err(struct arena *a, const struct err *e);
