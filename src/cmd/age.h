#pragma once

#include "cmd/cmd.h"
#include "know/matrix.h"

/* Says on stderr when the matrix is older than 90 days. */
void cmd_matrix_age(struct run *r, const struct matrix *m);
/* Days from a date as YYYY-MM-DD to `now`; -1 for what is no date, 0 for one to come. */
long age_days(const char *date, time_t now);
