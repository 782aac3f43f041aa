/*
 * Finds the CUDA libraries of an environment: torch/lib, nvidia/PACKAGE/lib, nvidia/cu13/lib of its
 * packages, and lib of a conda prefix. Only names are looked at, and torch/version.py.
 */
#pragma once

#include "fact/env.h"
#include "read/place.h"

/*
 * `prefix` is the prefix of a venv or conda environment, or a folder of packages; NULL: that of the
 * python on PATH. ERR_INPUT where the folder is none of these, or a file.
 */
int cuda_env_find(struct arena *a, const struct place *p, const char *prefix, struct cuda_env *ret,
		  struct err *e);
