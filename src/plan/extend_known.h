/*
 * One wheel of an extension: the torch, CUDA, ABI and Python that it was made for, as its name, its
 * METADATA, its libraries and the tables tell them, and the builds of torch that go with it. What
 * none of them tells is not known; nothing is taken from wheels beside it.
 */
#pragma once

#include "fact/package.h"
#include "know/extension.h"
#include "plan/extend.h"
#include "plan/reach.h"

/* Which of them tells it. */
enum extend_told { TOLD_NOWHERE, TOLD_BY_NAME, TOLD_BY_METADATA, TOLD_BY_LIBRARIES, TOLD_BY_TABLE };
enum { EXTEND_TOLD = TOLD_BY_TABLE + 1 };

/* A release of torch, and those of its builds that go with the wheel. */
struct extend_goes {
	const char *torch;
	struct strings variants; /* none: the CUDA of the wheel is not known */
};

struct wheel;

struct extend_known {
	const struct extension *x;
	const char *name;            /* normalised */
	struct extension_file file;  /* what is known of it; NULL: not known */
	struct extend_file read;     /* the same, read */
	enum extend_told torch_by, cuda_by, abi_by;
	ARRAY(const struct extend_file *) rows; /* of the tables, that bear its name */
	struct python python;        /* the one of its tags, or their least */
	ARRAY(struct extend_goes) goes; /* the newest torch first */
};

/* A package with what the name of a wheel says. */
struct package extend_package_of(struct arena *a, const struct wheel *w);
/* Whether it is a wheel of that kind: made for one torch by its own word or by the tables. */
bool extend_is_one(struct arena *a, const struct package *p, const struct extension *x);
/* `x` has its files, or none; the catalogue holds the platform of the wheel (linux-64: any). */
int extend_know(struct arena *a, const struct catalogue *c, const struct extension *x,
	const struct package *p, struct extend_known *ret, struct err *e);
/* What of a build keeps the wheel from going with it; of what is not known nothing does. */
enum extend_lack extend_known_lacks(const struct catalogue *c, const struct extend_known *k,
	const struct build *b);
/* The GPUs of machines that are older than the oldest one that its maker serves run none of it. */
void extend_known_gpus(struct arena *a, const struct extend_known *k, const struct hosts *hosts,
	struct reach_verdict *v);
/*
 * The first plan of a torch that goes with it and runs on every GPU; *asked false: of torch or CUDA
 * too little is known to say. The catalogue holds the platforms of the hosts.
 */
int extend_known_plan(struct arena *a, const struct catalogue *c, const struct extend_known *k,
	const struct hosts *hosts, bool *asked, const struct plan **ret, struct err *e);

/* The torch of an environment, and what of it keeps the wheel away; none: it goes with it. */
struct extend_there {
	const char *torch;           /* "2.8.0+cu128"; NULL: there is none */
	struct python python;        /* major 0: not known */
	bool known;                  /* the build is in the matrix, and torch and CUDA are told */
	struct findings lacks;
};
void extend_known_there(struct arena *a, const struct catalogue *c, const struct extend_known *k,
	const struct build *b, struct extend_there *to);
/* "cu128" of one variant, "CUDA 12" of a major, "no CUDA", "any CUDA". */
const char *extend_cuda_words(struct arena *a, const char *cuda);
/* Where a row's file is, and its hash; NULL: an index has it, not known. */
const char *extend_known_url(struct arena *a, const struct extend_known *k, size_t row);
const char *extend_known_hash(struct arena *a, const struct extend_known *k, size_t row);
