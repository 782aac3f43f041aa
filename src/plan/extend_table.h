/* The wheels of one extension as a table, through the filters of the table of builds. */
#pragma once

#include "know/extension.h"
#include "plan/build_table.h"
#include "plan/extend.h"

struct extend_rows {
	ARRAY(const struct extend_file *) v; /* the newest version first, then the newest torch */
};

/*
 * Of `f` torch, variant, gpus, python and channel count; platform NULL: any. A wheel of which
 * something is not known goes through. The catalogue holds a platform, for its Pythons.
 */
int extend_table(struct arena *a, const struct catalogue *c, const struct extension *x,
		 const struct table_filter *f, const char *platform, struct extend_rows *ret,
		 struct err *e);
