/* Wheels of extensions: what the tables say of them, beside what they hold. */
#pragma once

#include "cmd/cmd.h"
#include "fact/env.h"
#include "fact/host.h"
#include "know/catalogue.h"
#include "show/inspect.h"

/* What the items of one run share. All zero but for the first two at the beginning. */
struct inspect_extensions {
	struct run *r;
	struct catalogue *c;
	const struct hosts *hosts;  /* NULL: no machine was named */
	const struct env *env;      /* NULL: no environment was named */
	struct strings names;       /* that the tables have */
	ARRAY(struct extension *) read;
};

/*
 * Fills `ret`, and the device code of `p` where it was not read and the tables have it; *is false:
 * it is no wheel of an extension.
 */
int inspect_extension(struct inspect_extensions *x, struct package *p, bool *is,
		      struct inspect_extension *ret, struct err *e);
/* What machines and environment say of it, *fits: both yes; `v` is the verdict on the GPUs. */
int inspect_extension_fits(struct inspect_extensions *x, struct reach_verdict *v,
			   struct inspect_extension *ret, bool *fits, struct err *e);
