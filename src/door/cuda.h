/*
 * NVIDIA's driver library (libcuda.so.1). Only children load it: it runs code when it is loaded,
 * its state does not survive a fork, and it may hang or crash where the driver does. Functions,
 * numbers and layouts are those of the public CUDA Driver API reference; every call returns 0 or
 * a CUDA number.
 */
#pragma once

#include <stddef.h>

#include "base/err.h"

/*
 * The CUDA number that the driver offers (12040), by cuDriverGetVersion, which needs no start.
 * 0 where the library is absent, is a stub, or does not say. `library` NULL: the usual places.
 */
int cuda_driver_version(const char *library);

typedef unsigned long long cuda_address;

/* Attributes of a device. */
enum {
	CUDA_MEMORY_CLOCK_KHZ = 36,
	CUDA_MEMORY_BUS_BITS = 37,
	CUDA_CC_MAJOR = 75,
	CUDA_CC_MINOR = 76,
};

/* The functions of the library; those from driver 450 on may be NULL. */
struct cuda {
	void *handle;
	int (*init)(unsigned flags);
	int (*version)(int *ret);
	int (*count)(int *ret);
	int (*device)(int *ret, int ordinal);
	int (*name)(char *to, int n, int device);
	int (*uuid)(unsigned char to[16], int device);
	int (*bus)(char *to, int n, int device);
	int (*attribute)(int *ret, int attribute, int device);
	int (*retain)(void **context, int device);
	int (*release)(int device);
	int (*current)(void *context);
	int (*alloc)(cuda_address *ret, size_t n);
	int (*release_memory)(cuda_address p);
	int (*upload)(cuda_address to, const void *from, size_t n);
	int (*download)(void *to, cuda_address from, size_t n);
	int (*copy)(cuda_address to, cuda_address from, size_t n);
	int (*load)(void **module, const void *image, unsigned n, int *options, void **values);
	int (*unload)(void *module);
	int (*function)(void **ret, void *module, const char *name);
	int (*launch)(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
		unsigned by, unsigned bz, unsigned shared, void *stream, void **arguments,
		void **extra);
	int (*finish)(void);
	int (*error_text)(int code, const char **ret);
};

/* Loads it; ERR_MISSING with the loader's words. `library` NULL: the usual places. */
int cuda_open(const char *library, struct cuda *ret, struct err *e);
/* The file that it was loaded from. */
void cuda_path(const struct cuda *c, char *to, size_t n);
/* NVIDIA's words for a code; NULL where it has none. */
const char *cuda_words(const struct cuda *c, int code);
/* Loads a module, with the messages of the PTX compiler in `log`, which is always ended. */
int cuda_load(const struct cuda *c, const void *image, void **module, char *log, size_t n);
