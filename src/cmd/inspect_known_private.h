/* What the matrix knows of a file that need not be read: by its sha256, or by its name. */
#pragma once

#include "fact/package.h"
#include "know/catalogue.h"
#include "know/wheel.h"
#include "plan/reach.h"

/*
 * The sha256 of the file at `path`, or that of a link "…#sha256=…", if it is a wheel that the
 * matrix has measured; else NULL. A link's is the word of the index: hold the size against it.
 */
int inspect_known_file(struct arena *a, struct matrix *m, const char *path,
		       const char **ret, struct err *e);

enum { NEAREST_KEPT = 1024, RUNS_KEPT = 256 };

/* Which run of a platform's builds is of a torch; torch NULL: not looked for yet. */
struct known_run {
	const struct platform_builds *all;
	enum manager manager;
	const char *torch;
	size_t run;
};

/* What the matrix has instead of a file; words of no form: not asked for yet. */
struct nearest_file {
	const char *version, *platform, *local;
	struct phrase words;
};

struct known_names {
	struct catalogue *c;
	struct wheel_files files;  /* read when the first name of a wheel is asked for */
	struct known_run runs[RUNS_KEPT];
	struct nearest_file nearest[NEAREST_KEPT];
};

/*
 * Torch's list for a package whose device code was not read, by version, variant and platform. A
 * wheel must be one of the files that the matrix has; else a finding says which it has.
 */
int inspect_known_name(struct known_names *k, struct package *p, struct err *e);

/*
 * What reach_of says of names, and the lines that show it: of thousands, most say the same. Only
 * names that hold nothing but lists of the matrix are kept; everything else is worked out anew.
 */
enum { REACH_SLOTS = 128 };

struct reach_memo {
	struct reach_kept {
		const char *cuda, *platform;
		bool declared;
		struct sm_list sass, ptx;
		struct reach reach;
		bool used;
		const char *text;      /* for the caller to fill where used; NULL not made yet */
	} v[REACH_SLOTS], other;       /* other: what is not kept */
};

/* Valid until the next call. */
struct reach_kept *reach_recall(struct arena *a, const struct catalogue *c,
				const struct package *p, struct reach_memo *m);
