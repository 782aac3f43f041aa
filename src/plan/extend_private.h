/* What the files that judge wheels of extensions share. */
#pragma once

#include "know/extension.h"
#include "plan/extend.h"
#include "plan/judge_private.h"

/* The atoms that a wheel is for. */
struct extend_at {
	const struct judge *j;
	size_t build;
	size_t first, last;
};

/* That one, or all where it is no less than their number. */
struct extend_at extend_at(const struct judge *j, size_t build, size_t atom);
/* What is in its way, all but its Python; `ret_sure`: whether all of it is known. */
enum extend_lack extend_file_lacks(const struct extend_at *at, const struct extend_wish *w,
	const struct extend_file *f, size_t *ret_atom, bool *ret_sure);
/* The wish counts. */
bool extend_is_on(const struct judge *j, size_t wish);
