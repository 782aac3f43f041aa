/* The wishes made ready to be asked of each build. */
#pragma once

#include "fact/pep440_set.h"
#include "plan/plan.h"

struct extend;

enum { RANKS_MAX = 1024 };

struct specs {
	struct pep440_set *v;
	size_t n;
	bool local;            /* one names a local version: +cu130 */
};

struct want {
	const struct wish *wish;
	struct specs torch, vision, audio;
	signed char torch_ok[RANKS_MAX]; /* -1: not asked yet; without local versions */
	signed char others_ok[RANKS_MAX]; /* the same of wish->torch_among, where there is such */
	pair_t cuda;           /* 0: any */
	bool any_minor;        /* cuda is 1200: any 12.x */
	const char *build;     /* glob; NULL any */
	bool cpu;              /* --cuda cpu */
	bool runtime;          /* cuda is that of the libraries, not of the build */
	struct python python;  /* major 0: any */
	struct python_set among; /* only these; empty: any */
	const struct catalogue *c; /* NULL: nothing but the builds is known */
	bool by_channel[2];    /* channels are named for this manager */
	struct extend *extend; /* NULL: no extension is wished for */
	unsigned extend_on;    /* bits: those that count */
};

/* ERR_USAGE: one of the texts is no specifier; `what` is asked for. */
int specs_parse(struct arena *a, const char *what, const struct strings *texts,
	struct specs *ret, struct err *e);

/* ERR_USAGE: a wish that is none. */
int want_make(struct arena *a, const struct wish *wish, struct want *ret, struct err *e);

/* All but the Python and what is not published, which are verdicts of their own. */
bool want_allows(struct want *w, const struct build *b);
/* A label names a wheel: no build of conda is "2.12.1+cu129". */
bool want_torch(struct want *w, const struct build *b);
bool want_cuda(const struct want *w, const struct build *b);

/*
 * A build of conda-forge takes the libraries of any later minor of its CUDA, since 11.2: it
 * depends on "cuda-version >=12.6,<13". Source: the depends of the packages.
 */
bool want_takes_later(const struct build *b, pair_t cuda);
bool want_channel(const struct want *w, const struct build *b);

/*
 * The release of a companion that is asked for, where it is not the one of the build and belongs to
 * its torch all the same: torchvision 0.8.0, as 0.8.1, to 1.7.0. NULL: the build's own will do, or
 * there is none.
 */
const struct companion_fact *want_other(const struct want *w, const struct build *b, bool vision);

/* Of those that a build is for, what other packages take. */
struct python_set want_pythons(const struct want *w, const struct build *b);

/* A companion that is asked for has to be published (CP112): a verdict of its own, too. */
bool want_published(const struct specs *asked, const char *version);
/* Whether all specifiers take a version of torch. */
bool specs_take(const struct specs *s, const char *version);
