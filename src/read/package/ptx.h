/* PTX text: ".version 8.5", ".target sm_90a". Source: PTX ISA, directives. */
#pragma once

#include "fact/package.h"
#include "read/package/source.h"

/* By its .version and .target; ERR_INPUT where they are missing. */
bool ptx_is(struct source *s);
int ptx_read(struct arena *a, struct source *s, struct library *l, struct err *e);
