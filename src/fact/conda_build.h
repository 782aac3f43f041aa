/*
 * Build strings of the conda packages around torch, of every era and channel:
 * "py3.12_cuda12.4_cudnn9.1.0_0", "cuda126_mkl_py312_h891455f_315", "py310_cu118", "py36_1".
 * A build string is a claim: what a package really is, its repodata says.
 */
#pragma once

#include "base/err.h"
#include "fact/python.h"

enum { CONDA_BUILD_MAX = 256 };

enum conda_kind { CONDA_KIND_UNKNOWN, CONDA_KIND_CPU, CONDA_KIND_CUDA, CONDA_KIND_MPS,
		  CONDA_KIND_ROCM };

struct conda_build {
	enum conda_kind kind;
	struct python_set pythons;
	const char *python; /* "3.12", "3.6,3.5,2.7" in the order of the string; NULL: none */
	const char *cuda;   /* "12.4", "11.0.221"; NULL: none named */
	const char *cudnn;  /* "9.1.0", "8"; NULL: none named */
	const char *hash;   /* of the variant, without "h"; says nothing about the version */
	int number;         /* at the end, by custom the build number; -1: none */
};

/* ERR_INPUT names the part that is not understood. */
int conda_build_parse(struct arena *a, struct span s, struct conda_build *ret, struct err *e);
/* Takes ".conda" or ".tar.bz2" off the end of a file's name. */
bool conda_take_end(struct span *s);
/* name-version-build: both separators are the last two; nothing may be empty but what is behind. */
bool conda_split(struct span s, struct span part[3]);
const char *conda_kind_name(enum conda_kind kind);
