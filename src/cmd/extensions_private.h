/* Extensions of torch among the wishes. */
#pragma once

#include "check/checkup.h"
#include "cmd/cmd.h"
#include "know/matrix.h"
#include "plan/plan.h"

/* Where what is asked of an extension is kept. ERR_NONE: the matrix has none of that name. */
int extensions_wish(struct run *r, struct matrix *m, const char *name, struct wish *w,
		    struct strings **ret, struct err *e);

/*
 * Lines of requirements that name an extension whose wheels do not lie on PyPI, where an installer
 * would compile it: they are wishes. What PyPI has binds torch by its METADATA (check/bind.h).
 */
int extensions_of_lines(struct run *r, struct matrix *m, const struct checkup *k, struct wish *w,
			struct err *e);
