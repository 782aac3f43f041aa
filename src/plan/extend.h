/*
 * Extensions that are wished for beside torch: which wheels of each go with a build, a Python and
 * the GPUs, and which of those is taken. How wheels say what they are for: cudaplan-matrix(5),
 * torch_extension_file. A wheel of which something is not known may do, and is not certain.
 */
#pragma once

#include "fact/pep440_set.h"
#include "plan/plan.h"

enum { EXTEND_RANKS = 4, EXTENSIONS_MAX = 16 }; /* words of a set of releases; wishes */

/* A wheel that the wish takes, read. */
struct extend_file {
	const struct extension_file *f;
	uint64_t taken[EXTEND_RANKS]; /* the releases of torch that it takes, by rank */
	struct python_set pythons;
	bool by_metadata;      /* the Pythons are those that its METADATA takes */
	bool any_cuda;
	unsigned majors;       /* bits: of CUDA */
	pair_t cuda;           /* exactly that; 0: the majors decide */
	pair_t os_least;       /* least glibc or macOS; 0: none asked for */
	struct sm_list sass, ptx;
	bool code_known;       /* of the whole; else of a few of its libraries, or not at all */
	struct sm least;       /* the oldest GPU; major 0: not known */
	bool sure;             /* all but its code is known */
	unsigned char *runs;   /* a memo of extend.c by GPU, as a row of the catalogue's ccs */
};

/* Those that go with a build; v NULL: not asked yet. */
struct extend_with {
	const struct extend_file **v;
	size_t n;
};

struct extend_wish {
	const char *name;
	const char *asked;     /* "==2.8.*"; "": any */
	const struct extension *x;
	struct extend_file *v;
	size_t n;
	const struct extend_file **of_rank; /* those that take a release, one after the other */
	size_t first[EXTEND_RANKS * 64 + 1]; /* of_rank[first[rank - 1]] to before first[rank] */
	struct extend_with **with; /* a memo by platform: those that go with each of its builds */
	struct arena *arena;       /* which lives as long as the memo, where a judge's may not */
};

/* All of them, read once; NULL in a struct want: none is wished for. */
struct extend {
	struct extend_wish v[EXTENSIONS_MAX];
	size_t n;
	struct python_set all; /* Pythons that any build is for */
};

struct judge;

/* ERR_USAGE: a specifier that is none. */
int extend_make(struct arena *a, const struct catalogue *c, const struct wish *wish,
	struct extend **ret, struct err *e);

/* One extension, of which all versions are taken, pre-releases too. */
int extend_make_all(struct arena *a, const struct catalogue *c, const struct extension *x,
		    struct extend **ret, struct err *e);

/* What is in the way of the wheels of one extension; the last one of all that are tried. */
enum extend_lack {
	EXTEND_FITS,
	EXTEND_NOTHING,  /* there is none at all, or none of the versions that are asked for */
	EXTEND_CHANNEL,  /* a build of conda's, whose packages are not in the matrix */
	EXTEND_PLATFORM,
	EXTEND_TORCH,
	EXTEND_CUDA,
	EXTEND_ABI,
	EXTEND_SYSTEM,
	EXTEND_MACOS,
	EXTEND_PYTHON,
	EXTEND_GPU,
};
enum extend_lack extend_lacks(const struct judge *j, size_t build, size_t wish, size_t *atom);

/*
 * Those for which all that are wished have a wheel that goes with the build and runs on every atom,
 * or on that one (`atom` below their number). `sure`: one that is certain.
 */
struct python_set extend_pythons(const struct judge *j, size_t build, size_t atom, bool sure);
/* Whether a build can have them all, by the Python that is asked for or any. */
bool extend_fits(const struct judge *j, size_t build, size_t atom);
bool extend_certain(const struct judge *j, size_t build);
/* Fills packages of a plan, and what is to be known of them. */
void extend_offer(const struct judge *j, size_t build, struct plan *p);
/* Whether a specifier takes a version. */
bool extend_set_takes(struct arena *a, const char *specs, const char *version);
/* Takes that version alone in place of what was asked for. */
int extend_pin(struct arena *a, const struct catalogue *c, const struct extend *x,
	struct extend_wish *w, const char *version, struct err *e);

struct solve;
/* extend_solve.c: the wishes, those of which there is no such version replaced by the nearest. */
int extend_take(struct solve *s, struct err *e);
/*
 * Where no plan has all that are wished for, says which cannot be had together, and leaves out
 * those without which there is the best plan: of CPU builds, or of those that are asked for.
 */
void extend_settle(struct solve *s, bool cpu);
/* "flash-attn==2.8.3 and vllm" of a set of them. */
struct phrase extend_words(struct solve *s, unsigned set);
/* What compiling those that are left out would take, in the notes of each plan. */
void extend_tell_source(struct solve *s);
