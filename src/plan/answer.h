/* The nouns of an answer. Everything is data; show/ makes the sentences. */
#pragma once

#include "base/arena.h"
#include "fact/build.h"
#include "fact/finding.h"
#include "fact/installer.h"
#include "fact/sm.h"

/*
 * Why a build does not fit, or what is to be known about one that does.
 * `have` and `need` are short facts ("535.54.03", ">=580.65.06"; "6.1", "7.5 8.0 8.6"), NULL
 * where there is nothing to say. `host` and `gpu` are indexes into the hosts and their GPUs.
 */
struct reason {
	enum finding code;
	const char *have, *need;
	int host; /* -1: all */
	int gpu;  /* -1: none in particular */
};

struct reasons {
	struct reason *v;
	size_t n, room;
};

/* Adds what is not there yet (same code, host and GPU). */
void reasons_add(struct arena *a, struct reasons *r, struct reason reason);
bool reasons_have(const struct reasons *r, enum finding code);

enum via { VIA_NONE, VIA_CUBIN, VIA_PTX };
const char *via_name(enum via v); /* "cubin", "ptx", NULL */

/* The code of a build that a GPU runs. */
struct gpu_fit {
	int host, gpu;  /* indexes */
	int index;      /* as printed */
	struct sm sm;   /* of the GPU */
	enum via via;
	struct sm code; /* the sm or compute number that is used */
};

enum driver_support {
	SUPPORT_UNKNOWN, /* no driver given, or a CPU build */
	SUPPORT_DIRECT,  /* the CUDA that the driver reports is at least the build's */
	SUPPORT_MINOR,
	SUPPORT_FORWARD, /* by the compat libcuda that the host has */
	SUPPORT_NONE,    /* never in a plan */
};
const char *driver_support_name(enum driver_support s); /* "direct", …; NULL for unknown, none */

/* Things to say about a plan that have no code of their own. */
enum note_kind {
	NOTE_LEAST_DRIVER,     /* need: the oldest driver for this build; no driver was given */
	NOTE_DRIVER_DECIDED,   /* have: the driver, need: the minimum by minor-version rule */
	NOTE_CUDA_OF_BRANCH,   /* have: the CUDA number, taken from the driver's branch */
	NOTE_PYTHON_CHOSEN,    /* have: the Python taken, need: the others that would do */
	NOTE_PYTHON_REPLACED,  /* have: the Python asked for, need: the one taken */
	NOTE_CUDNN_KEPT,       /* have: the bound, "cudnn<9.11"; for GPUs below 7.5 */
	NOTE_PYTHONS_INFERRED, /* Pythons come from the release; this index was not listed */
	NOTE_GLIBC,            /* need: least glibc; that of the host is not known */
	NOTE_VISION_UNKNOWN,   /* which torchvision fits is not known: left out */
	NOTE_AUDIO_UNKNOWN,
	NOTE_GPU_HIDDEN,       /* have: GPU n, not planned for */
	NOTE_GPU_IGNORED,
	NOTE_GPU_UNUSABLE,     /* have: GPU n; need: why (error, MIG without a device) */
	NOTE_SPLIT,            /* this plan serves only the GPUs it lists */
};

struct note {
	enum note_kind kind;
	const char *have, *need;
	int host, gpu; /* indexes, -1 */
};

struct notes {
	struct note *v;
	size_t n, room;
};

void notes_add(struct arena *a, struct notes *n, struct note note);

struct command {
	const char **argv; /* n arguments */
	size_t n;
};

struct commands {
	struct command *v;
	size_t n, room;
};

struct plan {
	const struct build *build;
	enum installer installer;
	bool certain;              /* the build is, also for this Python */
	int rank;                  /* 1, 2, … per installer */
	int part;                  /* of a split, from 0; -1: serves everything */
	struct python python;      /* major 0: not known */
	const char *torchvision;   /* a version, "none", or NULL not known: leave it out */
	const char *torchaudio;
	const char *torchvision_build, *torchaudio_build; /* conda, exact, or NULL */
	const char *cuda_version;  /* conda, where a later runtime than the build's is asked for */
	enum driver_support support;
	struct gpu_fit *gpus;
	size_t n_gpus;
	struct reasons findings;   /* every CPnnn that concerns it: "warnings" of the JSON */
	struct notes notes;
	struct commands commands, undo; /* filled by install/command.h */
};

struct refusal {
	const struct build *build;
	enum installer installer;
	struct reasons reasons;    /* never empty */
};

/* One fact changed, everything else as it is: `what` reads driver>=X, python==X, torch==X, … */
enum change_kind {
	CHANGE_DRIVER,
	CHANGE_DRIVER_OLDER, /* driver==470.*: the last that drives the GPU */
	CHANGE_PYTHON,
	CHANGE_TORCH,
	CHANGE_CUDA,
	CHANGE_CHANNEL,
	CHANGE_GLIBC,
	CHANGE_PLATFORM,
	CHANGE_COMPAT,       /* cuda-compat==13.0: forward compatibility (CP115) */
};

struct change {
	enum change_kind kind;
	enum finding code;         /* CP004, CP115, … where one belongs to it, or FINDING_NONE */
	const char *what;          /* "driver>=580.65.06" */
	enum installer installer;
	const struct build *gives; /* the build that it would make the first plan */
};

/* A wish that cannot be had as it was said (CP113, CP105): what was asked, and what is nearest. */
struct instead {
	enum finding code;
	const char *what;          /* "torch", "cuda", "python", "channel", "torchvision", … */
	const char *asked, *nearest; /* nearest may be NULL */
};

/* A fact without which there is no plan (exit 3). */
struct missing {
	int host, gpu;             /* indexes, -1 */
	const char *fact;          /* "gpus", "sm" */
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
	struct reasons findings;   /* of the whole: CP004, CP009, CP014, CP107, CP108, CP120, … */
	struct notes notes;        /* of the whole: hidden and ignored GPUs, … */
	int parts;                 /* of a split; 0: there is none */
	size_t n_judged;           /* candidates that were looked at */
	bool cpu_only;             /* the plans are CPU builds, because of the findings */
};
