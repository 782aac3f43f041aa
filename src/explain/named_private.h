/* What a text is about, whoever has it: "does torch 2.6 run on an RTX 5090?" */
#pragma once

#include "explain/pattern.h"
#include "fact/host.h"
#include "know/catalogue.h"

/*
 * Adds the facts gpu (a name), sm (a capability that is said of a GPU) and torch (a release, with
 * its label), each where the text names exactly one and it is not known yet. The shape alone
 * counts, whether the GPU is one is for the matrix to say; but torch is one that exists, or newer
 * than the catalogue, which may be NULL. A wheel that is named is of told_python and
 * told_platform, where these are not known; a library of CUDA, the fact lib, of lib_of ("CUDA 11").
 */
void named_facts(struct arena *a, const struct catalogue *c, const struct pattern_text *text,
		 struct captures *to);

/* The first library of CUDA in the text, as lib_name, and what it was built for, as lib_of: "CUDA
 * 11" of libcudart.so.11.0 and cudart64_110.dll, "cuDNN 8" of cudnn64_8.dll. */
void named_library(struct arena *a, struct span text, struct captures *to);

/* The machine that a text tells of as facts: gpu, driver, told_python ("3.11"), told_platform,
 * told_glibc; NULL: none. */
void named_machine(struct arena *a, const struct host *h, struct captures *to);

/* Of the packages, joined by "|", the one whose file the text names last, as a traceback does;
 * NULL: none is. */
const char *named_module(struct arena *a, const char *packages, const struct pattern_text *text);
