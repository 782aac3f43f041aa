/* What the files that judge wheels of extensions share. */
#pragma once

#include "know/extension.h"
#include "plan/extend.h"
#include "plan/judge_private.h"

/* What is in its way for all atoms, all but its Python; `ret_sure`: whether all of it is known. */
enum extend_lack extend_file_lacks(const struct judge *j, size_t build,
	const struct extend_wish *w, const struct extend_file *f, size_t *ret_atom, bool *ret_sure);
/* What of a build is in the way of a wheel: platform, torch, CUDA, ABI; in that order. */
enum extend_lack extend_build_lacks(const struct catalogue *c, const struct extension *x,
	const struct extend_file *f, const struct build *b);
/* One file of an extension, read; `all`: Pythons that any build is for. */
struct extend_file extend_read_file(struct arena *a, const struct catalogue *c,
	struct python_set all, const struct extension *x, const struct extension_file *f);
/* Where it is, and its hash, for that Python; NULL: no file of its own, not known. */
const char *extend_file_url(struct arena *a, const struct extension_file *f, struct python p);
const char *extend_file_hash(struct arena *a, const struct extension_file *f, struct python p);
/* The wish counts. */
bool extend_is_on(const struct judge *j, size_t wish);
