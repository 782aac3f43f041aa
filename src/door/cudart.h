/*
 * The CUDA runtime of an environment (libcudart.so.N), asked whether this driver satisfies it. It
 * loads libcuda itself, so only children call this. Source: CUDA Runtime API reference.
 */
#pragma once

#include "base/err.h"

struct cudart {
	int version;         /* 12040, of the library; 0 not said */
	int error;           /* of cudaGetDeviceCount */
	int devices;
	char words[160];     /* the library's own, for the error */
};

/* ERR_MISSING with the loader's words where `library` does not load. */
int cudart_ask(const char *library, struct cudart *ret, struct err *e);
