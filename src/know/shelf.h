/*
 * What an environment is held against: what belongs beside which torch (the pins of its wheels,
 * its companions, which torch other packages ask for), who else uses CUDA, and what is known to
 * be missing on mirrors.
 */
#pragma once

#include "base/arena.h"
#include "base/opt.h"
#include "fact/python.h"
#include "know/matrix.h"
#include "know/mirror.h"
#include "know/stock.h"

/* Beside torch of that variant ("*": any) stands this version of a package; of torchcodec those
 * that a specifier takes: ">=0.8,<0.10". */
struct beside {
	const char *package, *version, *torch, *variant;
};

/* A release of a package, and the torch that its METADATA asks for: "==2.1.2", ">=2.0". */
struct wants_torch {
	const char *package, *version, *torch;
	bool compiled;         /* its libraries were compiled against that torch and its CUDA */
};

/* What the wheel of PyPI was made for, of packages whose wheels for another CUDA have a label. */
struct made {
	const char *package, *version, *platform;
	const char *torch;     /* a specifier; "any": it does not use torch; NULL: not known */
	unsigned cuda;         /* major of the CUDA libraries that it needs; 0: a CPU build */
};

/* How the names of files begin that `import torch` loads. */
struct loaded_file {
	const char *begins;
	unsigned cuda;         /* by builds of that major alone; 0: by all */
};

/* The oldest GPU that those versions of a package serve. */
struct least_gpu {
	const char *package, *versions, *platform, *sm; /* versions, platform: "*" for all */
};

/* Wheels of a package that is compiled for each Python, and of no certain torch. */
struct wheels_of {
	const char *package, *version;
	const char *platforms; /* "linux-64 win-64" */
	struct python_set pythons;
	bool yanked; /* only a line that pins it takes it */
};

/* Requires-Python of a release: ">=3.9,<3.13". */
struct asks_python {
	const char *package, *version, *python; /* python: NULL: not known */
	bool source_only;      /* published without wheels */
};

struct besides {
	struct beside *v;
	size_t n, room;
};

/* How a package of torch's family is served. */
enum served {
	SERVED_ITSELF,   /* it is torch: torch, pytorch */
	SERVED_VARIANT,  /* per variant of torch, from the same index or channel */
	SERVED_PYPI,     /* on PyPI only, whatever the CUDA of torch */
	SERVED_COMPILER, /* brought along by torch */
	SERVED_PART,     /* now a part of torch */
};

struct relative {
	const char *package;
	enum served served;
	bool paired;           /* each of its releases belongs to one torch */
};

/* Beside a torch older than that, a package must stay below that version. */
struct bound_of {
	const char *package, *below, *torch; /* "numpy", "2", "2.3" */
};

/* A file that a library is made of, beside the one that is linked with. */
struct library_part {
	const char *library, *version; /* "libcudnn"; its first number: "9" */
	const char *part;              /* "libcudnn_ops" */
};

/* A base image by its tags: what it brings, and on which drivers it starts. */
struct image {
	const char *image, *tag;       /* "nvidia/cuda"; a pattern */
	const char *torch;             /* "2.5.1"; NULL: none */
	const char *cuda;              /* "12.4" */
	const char *starts;            /* "470 525": older branches that it names; "" */
	bool datacenter;               /* it names them for data-centre GPUs only */
	bool asks;                     /* for a driver of its CUDA, or those: else no start */
	bool whole;                    /* it names no others */
};

enum { SHELF_NAMES = 4096 };

struct shelf {
	const struct stock *stock; /* what the indexes have; NULL: not read, no pick is made */
	struct besides pins;   /* exact, of one torch; its nvidia-* packages and triton */
	struct besides pairs;  /* torchvision, torchaudio, torchtext, torchcodec, triton, … */
	ARRAY(struct wants_torch) wants; /* by package */
	ARRAY(struct made) made;
	uint64_t names[SHELF_NAMES / 64]; /* of both, as bits of a hash */
	ARRAY(struct least_gpu) gpus;
	ARRAY(struct wheels_of) wheels; /* numpy, …, by package */
	ARRAY(struct asks_python) asks_python; /* of those that want a torch */
	ARRAY(struct relative) family; /* in the order in which they are named */
	struct strings cuda_users; /* how the names of their packages begin */
	struct mirrors mirrors;
	ARRAY(struct image) images;
	ARRAY(struct bound_of) bounds;
	ARRAY(struct library_part) parts;
	ARRAY(struct loaded_file) loaded;
};

/* `torch` is the release whose pins are read; NULL: none. `asked`: lines ask for packages or
 * images; what only these are held against stays empty without them. */
int shelf_read(struct matrix *m, struct arena *a, const char *torch, bool asked,
	struct shelf *ret, struct err *e);
/* Releases of a companion beside a torch, from *from on; NULL: no more. */
const struct beside *shelf_next(const struct besides *b, const char *package, const char *torch,
	size_t *from);

/* NULL: not of torch's family. */
const struct relative *shelf_relative(const struct shelf *s, const char *package);
/* The index is a mirror of PyPI: it has the same files. */
bool shelf_is_pypi(const struct shelf *s, const char *url);
/* The row of "docker.io/nvidia/cuda", "12.4.1-devel-ubuntu22.04"; NULL: the tag is not known. */
const struct image *shelf_image(const struct shelf *s, const char *image, const char *tag);
/* NULL: no torch bounds it. */
const struct bound_of *shelf_bound(const struct shelf *s, const char *package);
/* A file of that name is loaded when torch of that major of CUDA (0: not known) is imported. */
bool shelf_is_loaded(const struct shelf *s, const char *file, unsigned cuda);
/* The wheels of its releases, *n of them; NULL: they are not known. */
const struct wheels_of *shelf_wheels(const struct shelf *s, const char *package, size_t *n);
/* The same of what its releases were made for. */
const struct wants_torch *shelf_wants(const struct shelf *s, const char *package, size_t *n);
/* The Pythons of its releases are known. */
bool shelf_knows_wheels(const struct shelf *s, const char *package);
/* The package is of a program that needs CUDA libraries of its own. */
bool shelf_uses_cuda(const struct shelf *s, const char *package);
/* False: neither `wants` nor `made` has a package of that name; of most installed ones. */
bool shelf_may_have(const struct shelf *s, const char *package);
