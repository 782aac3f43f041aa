/* What PyPI brings where lines ask for torch, check_pip.c. */
#pragma once

#include "check/limits_private.h"

/* The newest build of PyPI that all limits and the Python take; NULL: none. */
const struct build *pypi_brings(struct checkup *k, const struct limits *l);
/* Why a build does not run here; its code is FINDING_NONE where it does. */
struct finding pypi_refused(struct checkup *k, const struct build *b);
/* The advice which index to ask, with the label of what runs; where the lines do not take that,
 * what has to change: `package`, if it brings torch along (NULL: torch is asked for). */
void pypi_advise(struct checkup *k, struct found *f, const char *package);
