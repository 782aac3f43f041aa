/* The builds that a message is about; for explain*.c only. */
#pragma once

#include "fact/found.h"
#include "know/catalogue.h"

/*
 * Which wheels of a release ("2.6", "2.7.1+cu126") hold code for a GPU, in a sentence; form 0: none
 * of it is in the catalogue.
 */
struct phrase explain_release(struct arena *a, const struct catalogue *c, const char *torch,
			      struct sm sm);

/* "torch 1.7.1 to 1.10.2 cu102 (win-64)": the builds that hold exactly this list; form 0: none. */
struct phrase explain_list(struct arena *a, const struct catalogue *c, const char *list);
