/*
 * The resolver: facts of machines, wishes and the catalogue in; plans, refusals with their
 * reasons, and the changes that would help out. It is pure: the same input gives the same answer
 * anywhere. Everything in an answer is data; show/ makes the sentences.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "base/strings.h"
#include "fact/host.h"
#include "know/catalogue.h"
#include "plan/answer.h"

struct extension;

/* A package with code for torch, of which versions are asked for; `known`: its wheels. */
struct extension_wish {
	const struct extension *known;
	struct strings specs;       /* specifier sets, all must hold; none: any version */
};

/* What the user asks for. All zero: anything will do. Texts belong to the caller. */
struct wish {
	struct strings torch;       /* specifier sets, all must hold: "==2.1.*", "==2.13.0+cu130" */
	const struct strings *torch_among; /* the releases that other packages take; NULL: any */
	struct strings torchvision; /* the same; none: not asked for */
	struct strings torchaudio;
	ARRAY(struct extension_wish) extensions;
	struct python python;       /* --python; major 0: not given */
	struct python_set pythons_among; /* that other packages take; empty: any */
	const char *cuda;           /* "12.6", "cu126", "cpu"; NULL any */
	bool cuda_runtime;          /* it is conda's cuda-version: see want_takes_later() */
	const char *build;          /* glob of a conda build; NULL any */
	struct strings channels;    /* only these, as in struct build or as a URL that ends so */
	enum installer installers[INSTALLERS]; /* in the order wanted */
	size_t n_installers;        /* 0: pip and conda */
	struct strings ignore;      /* GPUs that need not run torch: index, or part of the name */
	bool all;                   /* every candidate with its verdict */
	bool file;                  /* a file is made of the plan: the least driver is asked for */
};

/* What is asked of "torch", "torchvision" or "torchaudio"; NULL for any other name. */
struct strings *wish_strings(struct wish *w, const char *name);
/* What is asked of an extension; NULL: it is not among the wishes. */
struct extension_wish *wish_extension(const struct wish *w, const char *name);

/*
 * The answer for all hosts together. The hosts are as know/ completed them, the catalogue holds
 * their platforms (catalogue_platform). Everything returned lives in the arena, in `hosts` and in
 * the catalogue. ERR_USAGE: a wish that cannot be parsed.
 */
int plan_answer(struct arena *a, const struct catalogue *c, const struct hosts *hosts,
		const struct wish *wish, struct answer *ret, struct err *e);

