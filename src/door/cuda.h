/* NVIDIA's driver library (libcuda.so.1), asked for its version alone: nothing is started. */
#pragma once

/*
 * The CUDA number that the driver offers (12040), by cuDriverGetVersion, which needs no start.
 * 0 where the library is absent, is a stub, or does not say. `library` NULL: the usual places.
 * Call it in a child: the library runs code when it is loaded.
 */
int cuda_driver_version(const char *library);
