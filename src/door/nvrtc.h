/*
 * The run-time compiler of an environment (libnvrtc.so.N): CUDA C++ to a cubin or PTX, without a
 * GPU. Source: NVRTC documentation. Only children load it.
 */
#pragma once

#include <stddef.h>

#include "base/err.h"

struct nvrtc_code {
	int error;        /* NVRTC's number, 0 compiled */
	char words[200];  /* its own, with the first line of the compiler's log */
	char *p;          /* of n bytes, to be freed; NULL on an error */
	size_t n;
};

/*
 * Compiles `source` for "sm_86" (a cubin) or "compute_86" (PTX). `builtins` is the library that
 * NVRTC opens by name, or NULL. ERR_MISSING where `library` does not load, or gives no cubins.
 */
int nvrtc_compile(const char *library, const char *builtins, const char *source,
		  const char *target, struct nvrtc_code *ret, struct err *e);
