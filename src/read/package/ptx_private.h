/* PTX text: ".version 8.5", ".target sm_90a". Source: PTX ISA, directives. */
#pragma once

#include "fact/package.h"
#include "read/package/blob.h"

/* By its .version and .target; ERR_INPUT where they are missing. */
bool ptx_is(struct blob *s);
int ptx_read(struct arena *a, struct blob *s, struct library *l, struct err *e);
