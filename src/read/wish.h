/* A package that somebody asks for, as facts; see fact/wish.h. */
#pragma once

#include "fact/wish.h"

/* ERR_INPUT with the objection of the notation that the text looks like. */
int wish_parse(struct arena *a, struct span s, struct package_wish *ret, struct err *e);
