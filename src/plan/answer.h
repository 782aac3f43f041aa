/* The nouns of an answer. Everything is data; show/ makes the sentences. */
#pragma once

#include "base/arena.h"
#include "fact/build.h"
#include "fact/found.h"
#include "fact/host_group.h"
#include "fact/installer.h"
#include "fact/online.h"
#include "fact/sm.h"
#include "fact/step.h"

enum via { VIA_NONE, VIA_CUBIN, VIA_PTX };
const char *via_name(enum via v); /* "cubin", "ptx", NULL */

/* The code of a build that a GPU runs. */
struct gpu_fit {
	int host, gpu;  /* indexes */
	int index;      /* as printed */
	struct sm sm;   /* of the GPU */
	enum via via;
	struct sm code; /* the sm or compute number that is used */
	bool unsure;    /* by PTX, and it is not known whether all of the build does */
};

enum driver_support {
	SUPPORT_UNKNOWN, /* no driver given, or a CPU build */
	SUPPORT_DIRECT,  /* the CUDA that the driver reports is at least the build's */
	SUPPORT_MINOR,
	SUPPORT_FORWARD, /* by the compat libcuda that the host has */
	SUPPORT_NONE,    /* never in a plan */
};
const char *driver_support_name(enum driver_support s); /* "direct", …; NULL for unknown, none */

/* An extension beside torch: which wheel of it, and from where. */
struct plan_package {
	const char *name, *version;
	const char *label;         /* of the version, for an index that has several: "+pt28cu128" */
	const char *place;         /* "pypi", "release", …, or who built it */
	const char *conda;         /* its name there, of a plan of conda's; else NULL */
	const char *url;           /* the file; NULL: an index serves it */
	const char *index;         /* that index, or page; NULL: PyPI, or there is a file */
	const char *sha256;        /* NULL: not known */
	const char *requires_torch; /* a specifier; NULL: any, or not known */
	bool by_others;            /* than the project itself */
	bool certain;
};

struct plan {
	const struct build *build;
	enum installer installer;
	bool certain;              /* the build is, also for this Python */
	bool runs;                 /* it does, if it is there */
	int rank;                  /* 1, 2, … per installer */
	int part;                  /* of a split, from 0; -1: serves everything */
	struct python python;      /* major 0: not known */
	const char *torchvision;   /* a version, "none", or NULL not known: leave it out */
	const char *torchaudio;
	const char *torchvision_build, *torchaudio_build; /* conda, exact, or NULL */
	const char *cuda_version;  /* conda, where a later runtime than the build's is asked for */
	ARRAY(struct plan_package) packages; /* that were wished for */
	enum driver_support support;
	const char *least_driver;  /* of a plan for a file; NULL: none, or not known */
	struct gpu_fit *gpus;
	size_t n_gpus;
	size_t *hosts, n_hosts;    /* of a part: with a GPU of these, or without any */
	struct findings findings;   /* every CPnnn that concerns it: "warnings" of the JSON */
	struct findings notes;     /* what has no code: each has a form */
	struct steps steps, undo;  /* filled by plan_steps() */
	struct online_files online; /* what was asked of the network; none: nothing was */
};

struct refusal {
	const struct build *build;
	enum installer installer;
	struct findings reasons;    /* never empty */
};

/* What a change sets, in the order in which its parts are said. */
enum change_kind {
	CHANGE_DRIVER,
	CHANGE_DRIVER_OLDER, /* driver==470.*: the last that drives the GPU */
	CHANGE_COMPAT,       /* cuda-compat==13.0: forward compatibility (CP115) */
	CHANGE_SYSTEM,
	CHANGE_CHANNEL,      /* with the installer that knows it */
	CHANGE_PYTHON,
	CHANGE_TORCH,
	CHANGE_CUDA,
	CHANGE_VISION,
	CHANGE_AUDIO,
	CHANGE_BUILD,
	CHANGE_WITHOUT,      /* a wished extension is left out */
	CHANGE_WITHOUT_HOSTS, /* of a split: one plan serves all others */
};
enum { CHANGE_KINDS = CHANGE_WITHOUT_HOSTS + 1 };

/* What has to change together, everything else as it is. */
struct change {
	enum change_kind kind;     /* of the first part */
	enum finding_code code;    /* CP004, CP115, … where one belongs to it, or FINDING_NONE */
	const char *what;          /* "driver>=580.65.06", "driver>=580.65.06, python==3.12" */
	enum installer installer;
	const struct build *gives; /* its first plan, with the change applied */
	struct phrase with;        /* wishes that it meets and plans leave out; all zero: none */
	size_t *hosts;             /* of a split: those to change, all of which get that build */
	size_t n_hosts;            /* 0: all */
	int parts;                 /* how many environments are left then; 0: as many as now */
	size_t *left;              /* hosts with a GPU that none of these serves */
	size_t n_left;
};

/* What becomes of several groups of machines when some of them change, or are left out. */
struct fleet_trial {
	size_t *groups, n;       /* that are left out; of drivers: that get a newer one, */
	struct fleet_driver {
		const char *least;
		int last, gpu;   /* the last branch that drives that GPU of them; 0: all do */
	} *drivers;              /* of each; NULL: they are left out */
	int parts;               /* environments that there are then; 1: one for all */
	bool whole;              /* they serve every GPU */
	const struct build **gives; /* to each group; NULL: none, or it is left out */
	const struct build *alone;  /* to those that are left out, for themselves; NULL: not one */
};

/* Of several machines: what each group gets, what keeps others back, which drivers unite. */
struct fleet {
	struct host_groups groups;
	enum installer installer;   /* of all that follows */
	int parts;                  /* environments that there are; 0: no plan */
	bool whole;                 /* they serve every GPU */
	const struct build **gives; /* to each group: the oldest, where its GPUs get several */
	ARRAY(struct fleet_trial) without; /* there are fewer environments then, or newer torch */
	ARRAY(struct fleet_trial) upgrades; /* the least that leaves fewest environments: one */
	bool upgrades_known;        /* none: no newer driver leaves fewer environments */
	bool without_known;         /* all groups were tried */
};

enum instead_why {
	INSTEAD_MISSING,     /* there is none */
	INSTEAD_UNKNOWN,     /* none is known; the lists are not whole */
	INSTEAD_NO_GPU,      /* a CUDA, on machines without an NVIDIA GPU */
	INSTEAD_BEYOND,      /* newer or older than all that the matrix knows: there may be one */
	INSTEAD_CONTRADICTS, /* nothing can be it */
	INSTEAD_WITHDRAWN,   /* it was published, and taken back */
	INSTEAD_NO_WHEEL,    /* no plan has a wheel of that extension, beside `others` */
	INSTEAD_EXCLUDES,    /* there is one, and none that is `others` too */
	INSTEAD_OUTSIDE,     /* a release candidate or a nightly: the matrix has none */
	INSTEAD_UNSURE,      /* not known to run, or to be there; the nearest is */
};

/* A wish that cannot be had as it was said (CP113, CP105): what was asked, and what is nearest. */
struct instead {
	enum finding_code code;
	const char *what;          /* "torch", "cuda", "python", "channel", "torchvision", … */
	const char *asked, *nearest; /* nearest may be NULL */
	enum instead_why why;
	const char *exists;        /* the nearest that does not run on every GPU, or NULL */
	const char *date;          /* of the matrix, with INSTEAD_BEYOND and INSTEAD_UNKNOWN */
	bool older;                /* with INSTEAD_BEYOND: than all that there is */
	const char *beside;        /* the CUDA that it contradicts; NULL: itself */
	const char *platform;      /* a known channel: that nothing of it is known for; or NULL */
	struct phrase others;      /* the wishes that exclude it; all zero: none but the machine */
	const char *belongs;       /* the torch that a companion belongs to, or NULL */
};

/* A fact without which there is no plan (exit 3). */
enum missing_fact { MISSING_GPUS, MISSING_SM };
const char *missing_name(enum missing_fact m); /* "gpus", "sm" */

struct missing {
	int host, gpu;             /* indexes, -1 */
	enum missing_fact what;
};

struct answer {
	int exit;                  /* EXIT_DONE, EXIT_NO, EXIT_INPUT */
	struct plan *plans;        /* per installer, best first; all = every one that fits */
	size_t n_plans;
	struct refusal *rejected;
	size_t n_rejected;
	struct change *changes;
	size_t n_changes;
	struct instead *instead;
	size_t n_instead;
	struct missing *missing;
	size_t n_missing;
	struct findings findings;  /* of the whole: CP004, CP009, CP014, CP107, CP108, CP120, … */
	struct findings notes;     /* of the whole: hidden and ignored GPUs, … */
	size_t of_hosts;           /* the first findings, in the order of their hosts */
	size_t notes_of_hosts;     /* the same of the notes */
	struct fleet fleet;        /* the groups; the rest only where there are several */
	int parts;                 /* of a split; 0: there is none */
	size_t n_judged;           /* candidates that were looked at */
	bool cpu_only;             /* the plans are CPU builds, because of the findings */
};

/* A wish was replaced by another: the plans are not of what was asked for. */
bool answer_is_replaced(const struct answer *answer);
/* Of that host a fact is missing, so that it gets no plan. */
bool answer_misses(const struct answer *answer, size_t host);
/* The first plans, which stand together: one, or the parts of a split. */
size_t answer_parts(const struct answer *answer);
