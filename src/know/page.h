/* The page of a finding code: what runs into it, why, and what helps. */
#pragma once

#include "fact/finding.h"
#include "know/matrix.h"

struct finding_page {
	const char *example, *cause, *cure;
	const char *source; /* where it was seen, "; " between several */
};

/* ERR_MISSING: the matrix has no such page. */
int finding_page(struct matrix *m, struct arena *a, enum finding_code code,
		 struct finding_page *ret, struct err *e);
