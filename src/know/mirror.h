/*
 * Mirrors: what each serves, where, and in which form; and places that guides name in vain. Most
 * serve PyPI; few have the builds of PyTorch's own index, and one has conda's channel nvidia.
 */
#pragma once

#include "base/strings.h"
#include "fact/mirror_place.h"
#include "know/matrix.h"

/* By mirror and URL. */
int mirror_read(struct matrix *m, struct arena *a, struct mirrors *ret, struct err *e);

/*
 * The row of a setting: of its host, the one whose path it begins with, the longest; where a place
 * has two forms, an index before files. Whatever its scheme and credentials. NULL: no row has it.
 */
const struct mirror_place *mirror_at(const struct mirrors *m, const char *url);
/* The same for a channel below: of ".../anaconda/cloud" that of ".../anaconda/cloud/nvidia". */
const struct mirror_place *mirror_below(struct arena *a, const struct mirrors *m,
	const char *url, const char *channel);
/* The same for a channel that lies beside the one of the URL. */
const struct mirror_place *mirror_beside(struct arena *a, const struct mirrors *m,
	const char *url, const char *channel);
/* "mirrors.tuna.tsinghua.edu.cn" */
const char *mirror_host(struct arena *a, const struct mirror_place *p);
/* "cu118" of ".../pytorch-wheels/cu118/…"; NULL: it lies on the place itself, or elsewhere. */
const char *mirror_variant(struct arena *a, const struct mirror_place *p, const char *url);

/* A mirror has that name, … */
bool mirror_exists(const struct mirrors *m, const char *name);
/* … and something is there. */
bool mirror_is_live(const struct mirrors *m, const char *name);
/* A row of the mirror of that name, from *from on; NULL: no more. */
const struct mirror_place *mirror_next(const struct mirrors *m, const char *name, size_t *from);
/* Where the mirror of that name serves it on a platform (NULL: any); NULL: nowhere. */
const struct mirror_place *mirror_named(const struct mirrors *m, const char *name,
	const char *serves, const char *platform);
/* One that may be named for it, the one seen last; NULL: none. */
const struct mirror_place *mirror_best(const struct mirrors *m, const char *serves,
	const char *platform);
/*
 * The URL of a living mirror for what a place was to serve: below its folder of the variant that
 * the URL names, or of the channel. NULL: none is known.
 */
const char *mirror_living(struct arena *a, const struct mirrors *m, const struct mirror_place *p,
	const char *url, const char *platform);
/* The usual name of its mirror: "tuna". */
const char *mirror_name(struct arena *a, const struct mirror_place *p);
/* The usual names of those that serve something, once each. */
void mirror_names(const struct mirrors *m, struct arena *a, struct strings *ret);
