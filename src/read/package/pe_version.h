/* The version that a PE file names in its resources. */
#pragma once

#include "read/package/pe.h"

/*
 * Fills l->version: the number after "Version" in FileDescription, which NVIDIA's toolkit libraries
 * have ("NVIDIA CUDA BLAS Library, Version 12.6.4"), else the four numbers of the fixed part where
 * they are no driver-style 6.14.11.x. Sources: Microsoft PE Format, .rsrc; VS_VERSIONINFO.
 * 0, or ELF_WANT when bytes are missing.
 */
int pe_version(struct view *v, const struct pe *pe, struct arena *a, struct library *l);
