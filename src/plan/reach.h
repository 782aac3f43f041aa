/*
 * Where a build can run: which generations of GPUs by its cubins, which by its PTX, which never,
 * and from which driver; and the verdict on the GPUs of hosts. Same rules and codes as plans.
 */
#pragma once

#include "fact/package.h"
#include "plan/by_ptx.h"
#include "plan/code_fit.h"
#include "plan/driver.h"

enum reach_via { REACH_NEVER, REACH_CUBIN, REACH_PTX };

/* A compute capability and how it is served. */
struct reach_cc {
	const struct cc_fact *cc;
	enum reach_via via;
	struct sm code;            /* the cubin or PTX that would be used */
	bool some;                 /* at least one library runs there, if not all of them */
	bool unsure;               /* by PTX, and it is not known whether all of it does */
};

/* A library whose code counts. */
struct reach_part {
	const struct library *library;
	const struct sm_list *sass, *ptx;
	size_t next;               /* the next of its alternatives; 0: none */
	bool leads;                /* the first of them */
	struct span stem;          /* what alternatives have in common; n 0: it has none by name */
};

struct reach {
	struct sm_list sass, ptx;  /* what counts as support */
	const char *rests_on;      /* "declared", "complete"; "union": the libraries differ;
				      NULL: nothing is known */
	ARRAY(struct reach_part) parts; /* each GPU is judged by the one that serves it worst;
				      none: by sass and ptx */
	bool borrowed;             /* only NVIDIA's libraries inside have code, none of its own */
	pair_t cuda;               /* 0 not known */
	bool major_only;           /* only the major number of the CUDA is known */
	ARRAY(struct reach_cc) ccs;
	const char *direct, *minor; /* least drivers; NULL not known, or no such rule */
	const char *ptx_driver;    /* least driver that compiles its PTX; NULL not known */
	const char *zstd_driver;   /* least driver that unpacks it; NULL: no ZSTD */
	bool windows;
};

struct reach_gpu {
	int host, gpu;             /* indexes; gpu -1: the machine itself, its GPUs are not told */
	const char *name;          /* as the host has it; NULL not known */
	struct sm sm, code;        /* sm not known: the name fits several, all were judged */
	enum reach_via via;
	bool some;                 /* it runs not, but some of the code would */
	const struct library *library; /* the one that decided; NULL: not one of several */
	enum driver_support support;
	struct findings reasons;
	bool runs;
	bool untried;              /* desktop code on an Orin: CP114 is a warning then */
};

struct reach_verdict {
	ARRAY(struct reach_gpu) v;
	bool all;                  /* it runs on every visible GPU, and there is one; or untold */
	bool untold;               /* of some host no GPU was told: only its system was judged */
};

/* Where the device code of a package runs, whatever the machine. */
struct reach reach_of(struct arena *a, const struct catalogue *c, const struct package *p);
/* How much of it runs on a GPU that its own code reaches by PTX: of torch alone, else all. */
struct by_ptx reach_by_ptx(struct arena *a, const struct catalogue *c, const struct package *p,
			   const struct reach *r, struct sm gpu);
/* The same for each visible GPU of these machines, and what keeps it from running there. */
struct reach_verdict reach_hosts(struct arena *a, const struct catalogue *c,
				 const struct package *p, const struct reach *r,
				 const struct hosts *hosts);
