/* Static libraries: the members of an ar archive (System V and GNU names). */
#pragma once

#include <stdbool.h>

#include "read/package/source.h"

/* By its first bytes. */
bool ar_is(struct source *s);
/*
 * Calls `each` for every member that is not the archive's own index; a non-zero result ends the
 * walk and is returned. ERR_INPUT when sizes lie.
 */
int ar_walk(struct source *s, void *own,
	    int (*each)(void *own, const char *name, uint64_t at, uint64_t size), struct err *e);
