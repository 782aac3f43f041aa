/*
 * What the resolver needs of the matrix, read once: the builds of each platform, the gaps of
 * their libraries, and the numbers of drivers and CUDA. plan/ works on this alone.
 */
#pragma once

#include "base/arena.h"
#include "base/err.h"
#include "fact/build.h"
#include "know/stock.h"

struct matrix;

/* A dotted pair as a number that orders: 12.6 is 1206; 0 is not known. */
typedef uint32_t pair_t;

/* CUDA X.Y. Texts NULL, numbers 0: not known. */
struct cuda_fact {
	pair_t cuda;
	pair_t ptx_isa;           /* of the PTX that its compiler writes */
	const char *minor[2];     /* least driver by minor-version rule: Linux, Windows */
	const char *toolkit[2];   /* driver of its oldest toolkit */
};

struct branch_fact {
	int branch;               /* 535 */
	pair_t cuda;              /* that it reports */
	pair_t ptx_isa;           /* newest that it compiles */
	int windows_first, windows_last; /* its numbers on Windows; 0 none known */
	const char *first[2];     /* the first release that is known: Linux, Windows */
};

struct cc_fact {
	struct sm sm;
	const char *architecture;
	bool integrated;          /* a Jetson's: its driver belongs to L4T */
	bool own_code;            /* runs code of its own sm only */
	int first_branch, last_branch; /* 0 not known, or still driven */
	pair_t first_cuda;        /* the first whose code runs on it; 0 not known */
	pair_t made_cuda;         /* the first whose compiler makes code for it; 0 not known */
	pair_t last_cuda;         /* the last whose compiler makes code for it; 0 still made */
	const struct sm_list *desktop; /* code of ordinary GPUs that it may run; NULL: none, … */
	pair_t desktop_cuda;      /* … of an aarch64 build of that CUDA or a later one */
};

struct family_fact {
	struct sm target, cc;     /* 100f runs on 10.3 */
};

struct compat_fact {
	pair_t cuda;
	int branch;               /* cuda-compat of that CUDA works on it */
};

struct l4t_fact {
	const char *driver;       /* glob */
	pair_t cuda;
};

/* torch × variant has no code for sm in a library that it needs. */
struct gap_fact {
	int rank;                 /* of torch */
	const char *variant;
	struct sm sm;
	const char *library, *version;
	bool several;             /* hits only machines with several GPUs: a warning (NCCL) */
	const char *calls;        /* the few that it hits, of Linux x86-64 wheels; NULL: all */
	const char *whole;        /* the newest wheel up to there that has it: 2.14.1+cu126 */
};

/* How much of a build runs on a GPU that its own code reaches by PTX only. */
enum ptx_verdict { PTX_UNKNOWN, PTX_PARTLY, PTX_RUNS };

/* The same for builds of one variant, made the same way, of neighbouring releases. */
struct ptx_fact {
	const char *variant, *platform;
	const char *made;         /* "wheel", "pytorch", "conda-forge" */
	int first, last;          /* ranks of torch */
	const char *sms;          /* GPUs: "80 86" */
	enum ptx_verdict verdict;
	const char *lacks;        /* the libraries that do not run: "cuBLAS, cuDNN"; NULL none */
	bool alone;               /* NCCL does not run there, or that is not known */
};

/* How far down the list that a channel has of a release is whole. */
enum coverage { COVERAGE_PART, COVERAGE_VERSIONS, COVERAGE_VARIANTS, COVERAGE_BUILDS };

struct coverage_fact {
	const char *channel, *platform; /* platform "*": all */
	int first, last;          /* ranks of torch */
	enum coverage whole;
};

/* From which release on something holds. */
enum since {
#define SINCE(name, what) SINCE_##name,
#include "know/since.def"
#undef SINCE
	SINCES
};

/* A release of torchvision or torchaudio that belongs to a torch beside the one of its builds. */
struct companion_fact {
	const char *package, *version;
	const char *channel, *platform; /* or several platforms */
	int rank, last;           /* of torch: the first and the last */
	const char *kind;         /* "cpu", or the major of CUDA, "12"; NULL: any */
	pair_t runtime;           /* the oldest CUDA of the libraries that will do; 0: any */
};

/* A release that was taken back (yanked). */
struct withdrawn_fact {
	const char *package, *version;
	const char *torch;        /* that its METADATA pins, "2.0.0+cu117"; NULL: none */
};

/* What many builds share, as a number, so that a verdict on it is made once. */
struct build_key {
	unsigned code;            /* index into codes: the same sass and ptx */
	unsigned cuda;            /* index into cudas */
	unsigned kind;            /* the same torch, channel and variant: neighbours */
	pair_t os_least;          /* least glibc or macOS; 0: none asked for */
	uint64_t place;           /* build_place */
	unsigned gap, n_gaps;     /* the range of catalogue.gaps that belongs to it */
};

struct platform_builds {
	const char *platform;
	struct build *v;          /* by manager, torch (the newest first), channel, variant */
	struct build_key *key;
	size_t n;
	ARRAY(const struct build *) codes; /* the first build that has these lists */
	ARRAY(struct cuda_version) cudas;
	ARRAY(size_t) runs;       /* where builds of another manager or torch begin; then n */
	const struct stock *stock; /* what indexes have for it; NULL: not read */
};

struct catalogue {
	struct arena *arena;
	struct matrix *matrix;    /* NULL in tests */
	ARRAY(struct platform_builds) platforms;
	ARRAY(struct cuda_fact) cudas;      /* ascending */
	ARRAY(struct branch_fact) branches; /* ascending */
	int common_branch;        /* the oldest that many still have; 0 not known */
	ARRAY(struct cc_fact) ccs;          /* ascending */
	ARRAY(struct family_fact) families;
	ARRAY(struct compat_fact) compats;
	ARRAY(struct l4t_fact) l4ts;
	ARRAY(struct gap_fact) gaps;        /* by rank, variant; those of calls last */
	ARRAY(struct ptx_fact) ptx_runs;    /* by platform, made, variant, rank */
	ARRAY(struct companion_fact) companions; /* by rank of torch */
	ARRAY(struct withdrawn_fact) withdrawn;
	ARRAY(struct coverage_fact) coverages;
	ARRAY(struct coverage_fact) libraries; /* releases whose gaps are whole */
	const char *since[SINCES]; /* "1.13.0", "12.4" */
	const char *index;        /* the PyTorch index; %s stands for the variant */
	pair_t desktop_cuda;      /* the least of those of ccs */
	ARRAY(struct build_terms) terms;    /* that builds share */
	ARRAY(const char *) releases;       /* torch versions, oldest first: index is rank less 1 */
	struct python_set young;            /* Pythons out for less than a year */
	ARRAY(struct python_set) pythons;   /* lists that builds share */
	ARRAY(const struct sm_list *) targets;
};

/* Reads the numbers; builds come with catalogue_platform. */
int catalogue_open(struct arena *a, struct matrix *m, struct catalogue *ret, struct err *e);

/*
 * Makes the builds of a platform part of the catalogue, unless they are. A platform without any
 * (musl, win-arm64) gets an empty list: no error.
 */
int catalogue_platform(struct catalogue *c, const char *platform, struct err *e);

/* What the indexes have for a platform whose builds are read, once for all who ask. */
int catalogue_stock(struct catalogue *c, const char *platform, const struct stock **ret,
		    struct err *e);

/* Adds builds that did not come from a matrix, for tests; their order is kept. */
void catalogue_add(struct catalogue *c, const char *platform, struct build *v, size_t n);

/* NULL: not read. */
const struct platform_builds *catalogue_read(const struct catalogue *c, const char *platform);

/* None where they were not read. */
const struct platform_builds *catalogue_builds(const struct catalogue *c, const char *platform);

/* "12.6" is 1206, "13" is 1300; 0 for NULL and what begins otherwise. */
pair_t pair_parse(const char *text);
pair_t pair_of(struct cuda_version v);
/* That any build is for; that a build is, or may be, for. */
struct python_set catalogue_pythons(const struct catalogue *c);
struct python_set catalogue_pythons_of(const struct build *b);
/* The next gap, from *from on, of a wheel's libraries for a GPU; those of a few calls too. */
const struct gap_fact *catalogue_gap(const struct catalogue *c, const char *torch,
	const char *variant, struct sm sm, size_t *from);
/* The CUDA of the libraries that come with a build: its own, or a later one for its companions. */
pair_t catalogue_runtime(const struct build *b);
/* The next release of a companion, from *from on, that belongs to the build beside its own. */
const struct companion_fact *catalogue_beside(const struct catalogue *c, const struct build *b,
	const char *package, size_t *from);
const char *pair_text(struct arena *a, pair_t p);

/* Facts of a CUDA, of a compute capability, of a branch; NULL: the matrix has none. */
const struct cuda_fact *catalogue_cuda(const struct catalogue *c, pair_t cuda);
const struct cc_fact *catalogue_cc(const struct catalogue *c, struct sm sm);
const struct branch_fact *catalogue_branch_no(const struct catalogue *c, int branch);
/*
 * What is known of torch's variant of that rank on a GPU that it reaches by PTX only; NULL: the
 * matrix has no row of it. `made` as in the rows; any text may be NULL.
 */
const struct ptx_fact *catalogue_ptx_run(const struct catalogue *c, const char *platform,
	const char *made, const char *variant, int rank, struct sm gpu);
/* The CUDA from which on that holds. */
pair_t catalogue_since_cuda(const struct catalogue *c, enum since since);
/* The rank of a release; 0: the matrix has none of it. */
int catalogue_rank(const struct catalogue *c, const char *torch);
/*
 * What is not among the builds can be said not to be there only as far as the list is whole; that
 * it is not, as everything that says "there is no" has to ask here, is COVERAGE_PART.
 */
enum coverage catalogue_coverage(const struct catalogue *c, const char *channel,
	const char *platform, int rank);
/* The channels and indexes of a manager that releases are looked for in, *i from 0 on; NULL: no
 * more. */
const char *catalogue_place(enum manager m, size_t *i);
/* Whether a library of that release's builds that is not among the gaps has none. */
bool catalogue_gaps_whole(const struct catalogue *c, const char *channel, const char *platform,
	int rank);
/* The driver is newer than every branch that the matrix has. */
bool catalogue_branch_newer(const struct catalogue *c, const char *version, bool windows);
/* The branch of a driver version, or the nearest older one; NULL: older than all, or no version. */
const struct branch_fact *catalogue_branch(const struct catalogue *c, const char *version,
	bool windows);
