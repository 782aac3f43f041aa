/*
 * Extensions of torch: packages with code that was compiled for one torch, one CUDA, some Pythons
 * and GPUs. Every wheel of them that is known, wherever it lies.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/strings.h"
#include "fact/confidence.h"
#include "know/matrix.h"

/* One wheel, or those that differ in their Python alone; texts that are NULL are not known. */
struct extension_file {
	const char *version;
	const char *torch;     /* a specifier; "any": it does not use torch */
	const char *cuda;      /* "cu128", "cpu": of that torch; "11 12": of a major; "any" */
	const char *abi;       /* "TRUE", "FALSE": the C++11 ABI of torch */
	const char *pythons;   /* "3.9 3.13t", "3.9+" (stable ABI), ">=3.9" (Requires-Python) */
	const char *platform;  /* "*": any */
	const char *tag;       /* of the platform, as the file has it */
	const char *place;     /* "pypi", "release", "pytorch-index", …, or who else built it */
	const char *url;       /* the file, {py} for Python and ABI; else an index or page */
	const char *label;     /* the local version to ask an index for: "+pt28cu128" */
	const char *sha256;    /* in the order of pythons, "-" for one that is not known */
	const char *code;      /* "80 90+PTX 100(2/3 files) 80+PTX:8.7" */
	const char *conda;     /* what its package is called in conda-forge; NULL: it is a wheel */
	const char *runtime;   /* the oldest CUDA of the libraries that it takes there, or NULL */
	enum confidence confidence;
};

/* The oldest GPU that versions serve. */
struct extension_gpu {
	const char *versions, *platform, *sm; /* versions, platform: "*" for all */
};

/* From that torch on official wheels have the C++11 ABI; variant, platform: "*" for all. */
struct extension_abi {
	const char *torch, *variant, *platform;
};

/* What a source package makes where it is not code for the torch beside it. */
struct extension_make {
	const char *platform, *makes; /* "*" for all; "python", "nothing" */
};

struct extension {
	const char *name;
	ARRAY(struct extension_file) files;
	ARRAY(struct extension_gpu) gpus;
	ARRAY(struct extension_abi) abis;
	const char *source;    /* the newest version of which a source package is known, or NULL */
	ARRAY(struct extension_make) makes;
};

/* ERR_NONE: the matrix has no extension of that name. */
int extension_read(struct matrix *m, struct arena *a, const char *name, struct extension *ret,
		   struct err *e);
/* Adds what conda-forge has of it. */
int extension_read_channel(struct matrix *m, struct arena *a, struct extension *x, struct err *e);
/* The same without its files: what holds for wheels of any name. */
int extension_rules(struct matrix *m, struct arena *a, const char *name, struct extension *ret,
	struct err *e);
struct catalogue;
/*
 * The same for torchvision and torchaudio, whose wheels are those beside the builds of torch: the
 * ones of a version on a platform, which the catalogue holds.
 */
int extension_companion(const struct catalogue *c, struct arena *a, const char *name,
	const char *version, const char *platform, struct extension *ret, struct err *e);
/* The keys of the table of sources behind its files, in their order. */
int extension_sources(struct matrix *m, struct arena *a, const struct extension *x,
		      struct strings *to, struct err *e);
/* The names of those that have wheels. */
int extension_names(struct matrix *m, struct arena *a, struct strings *to, struct err *e);
