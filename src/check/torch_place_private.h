/* Places where pip, uv and Poetry look for builds of torch, as files and variables name them. */
#pragma once

#include "fact/env.h"
#include "know/catalogue.h"

struct torch_place {
	const char *variant;   /* "cu118", "cpu", "rocm6.2", "xpu" */
	const char *cuda;      /* "11.8"; of the others the variant */
	bool only;             /* no other place is searched for torch */
	bool preview;          /* of nightly builds or release candidates: none is in the matrix */
	struct origin origin;
};

/*
 * The variant that a URL holds: "cu118" of ".../whl/cu118", ".../whl/nightly/cu118/",
 * ".../pytorch-wheels/cu118/torch_stable.html"; NULL: it names none.
 * Source: the folders of the PyTorch index; mirrors keep their names.
 */
const char *torch_place_variant(struct arena *a, const char *url);
/*
 * The one place that holds the torch of a line: the index that it is bound to, or those that are
 * named for all lines. False: none is named, or several of different variants are.
 */
bool torch_place_of(struct arena *a, const struct env *env, const struct env_declared *d,
		    struct torch_place *ret);
/*
 * The places beside PyPI that are named for all lines where the highest version of all of them is
 * taken: pip's, pdm's, uv's with unsafe-best-match. 0: one of them goes before the others.
 */
size_t torch_places_pooled(struct arena *a, const struct env *env, const struct env_declared *d,
			   struct torch_place *v, size_t most);
/* uv takes the highest version of all indexes, and not that of the first which has the package. */
bool torch_place_takes_best(const struct env *env);
/* Builds of that variant for NVIDIA's GPUs, or for the CPU: what the resolver plans. */
bool torch_place_is_planned(const struct torch_place *p);
