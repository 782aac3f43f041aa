/*
 * The choice of an installer among variants: what fits by the rules of NVIDIA's provider, in the
 * order of PEP 825; sources in variant_pick.h.
 */
#pragma once

#include "fact/host.h"
#include "fact/variant.h"

#define VARIANT_NVIDIA "nvidia" /* the namespace */
#define VARIANT_LOWER "cuda_version_lower_bound"
#define VARIANT_UPPER "cuda_version_upper_bound"
#define VARIANT_ARCH "sm_arch"

enum { VARIANT_KEYS = 32 };

/* What the provider goes by; cuda 0 or sm not known: it says nothing of it. */
struct variant_seen {
	int cuda;               /* as variant_cuda() */
	struct sm sm;
};

/* A CUDA number on one scale: "12" stands below "12.0". -1: none that the provider names. */
int variant_cuda(struct span s);
/* Whether an installer may take it. Unknown: it asks for something of another namespace. */
enum tri variant_fits(const struct variant_set *s, const struct variant *v,
		      const struct variant_seen *seen);
/* The one that is taken, NULL none; *space: of another namespace, why that is not known. */
const struct variant *variant_choose(const struct variant_set *s, const struct variant_seen *seen,
				     const char **space);
