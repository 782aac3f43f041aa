/* What is nearest to a wish that cannot be had: of what there is, and of what is a plan. */
#pragma once

#include "plan/solve_private.h"

/* Every build of the hosts' platforms that an installer asked for can install. */
struct walk {
	const struct solve *s;
	size_t platform, at;
};

const struct build *walk_next(struct walk *w);

/* What is asked for is a plan, as the wishes stand; with machine code for every GPU. */
bool nearest_is_plan(struct solve *s, bool cubin);

/* One version instead of all that was asked of it; NULL: any. */
int nearest_pin(struct arena *a, struct specs *specs, const char *version, struct err *e);

/* One release instead of all that was asked of torch. */
int nearest_set_torch(struct solve *s, const char *version, struct err *e);
/*
 * Of the releases with a build here: the newest that is not above the version, else the oldest;
 * NULL: there is none.
 */
const char *nearest_release(const struct solve *s, struct span version);
/* The same of those that are a plan; what was asked of torch is lost. */
const char *nearest_that_runs(struct solve *s, struct span version, bool cubin, struct err *e);
/* The CUDA nearest to the one asked for: that is a plan, that has code for every GPU, that is. */
pair_t nearest_cuda(struct solve *s, pair_t asked);
/* The same among the builds that the torch wish allows. `serving`: with code for every GPU. */
pair_t nearest_cuda_known(struct solve *s, pair_t asked, bool serving);

/* The version that the first specifier names, without local label: "2.15.5". */
struct span nearest_asked(const struct specs *specs);
/* The newest that is not above what was asked; while there is none, the oldest. `best` or NULL. */
const char *nearest_of_two(const char *best, const char *version, struct span asked);
