/* From what somebody saw (a message, a log, a remark) to what it means. */
#pragma once

#include "fact/host.h"
#include "know/catalogue.h"
#include "know/message.h"
#include "know/mirror.h"
#include "check/checkup.h"
#include "explain/pattern.h"
#include "plan/driver.h"

/* One thing that was recognised, in words; NULL: nothing to say there. */
struct meaning {
	const struct symptom *symptom;
	const char *title, *cause, *check, *cure; /* title NULL: whether it is rightly said */
	enum severity severity; /* of what it is about; a note does no harm */
	bool right;             /* somebody says it, and it is so */
	bool asked;             /* somebody asks whether it is */
	bool harmless;          /* a program printed it, and nothing fails by it */
	const char *quote;      /* the words of the text */
	struct phrase answer;   /* to a question that names a driver or a CUDA; form 0: none */
	struct phrase here;     /* how it concerns this machine; form 0: nothing to say */
	const char *torch;      /* the one that `here` names */
	struct phrase origin;   /* which builds have the list of the message; form 0: none known */
	const struct found *found; /* the same fault, seen in the environment; NULL: not there */
	struct steps wheel;     /* installs the wheel of the extension that fits; none: not known */
	struct phrase wheel_is; /* which one that is, or what decides; form 0: it is about none */
	size_t at;              /* where it begins in the text */
};

struct meanings {
	struct meaning *v;
	size_t n, room;
	struct phrase lead;     /* answers the text as a whole; form 0: nothing does */
	struct captures facts;  /* all that the text says */
	const struct gpu *gpu;  /* the one that is asked about, with its capability; NULL: none */
	const struct symptoms *known;
};

/*
 * What the text shows, the most telling first. What stands near a thing that says more is part of
 * it and is left out; beliefs are given each by itself. The catalogue may be NULL or lack
 * platforms: then lists are not traced to builds. `told`: the machine that the text tells of, NULL
 * none; it is the facts gpu, driver, told_python ("3.11") and told_platform.
 */
void explain_text(struct arena *a, const struct symptoms *known, struct span text,
		  const struct catalogue *c, const struct host *told, struct meanings *ret);

/* The first line of a post, which an empty one and a body follow; empty: the text is none. */
struct span explain_title(struct span text);

/* Of a short text that asks: the word of the trade that it has first, or the two that it asks the
 * difference of. */
void explain_topics(struct arena *a, const struct catalogue *c, struct span text,
		    struct meanings *to);

/* A phrase names the symptoms that are about that: "about-driver". */
bool explain_is_about(const struct meanings *m, const struct symptom *s, const char *what);

/* Adds the GPU of the text to a host that has none. False: none is told. */
bool explain_gpu(struct arena *a, const struct captures *facts, struct host *to);
/* The driver, the platform and the glibc that the text tells, where the host has none. */
void explain_told(const struct captures *facts, struct host *to);
/* The facts of the text as a host: its GPU and what its driver reports. False: none is told. */
bool explain_host(struct arena *a, const struct captures *facts, struct host *ret);

/*
 * Says how what was recognised concerns a machine: its GPUs, its driver, its torch, and whether the
 * release that the text names has code for the GPU.
 */
void explain_machine(struct arena *a, const struct catalogue *c, const struct host *h,
		     struct meanings *m);

/* The text names a toolkit of conda, and a torch with the label of another CUDA. */
bool explain_two_cudas(const struct captures *facts);
/* Where the text tells of a pod, a job or a notebook: what one asks there first; NULL: of none. */
const struct symptom *explain_surrounding(struct arena *a, const struct meanings *m,
					  struct span text);

/*
 * torch sees no GPU: the answer says which of the causes the facts strike, and which are left. The
 * host may be NULL.
 */
void explain_cause(struct arena *a, const struct catalogue *c, const struct host *h,
		   struct span text, struct meanings *m);

/* torchvision does not fit: the torch that the one of the text goes with. */
void explain_companion(struct arena *a, const struct catalogue *c, struct span text,
		       struct meanings *m);

/* Answers what was recognised as a question by its numbers; where one alone was, and the numbers of
 * the text answer another, that one is left. */
void explain_asked(struct arena *a, struct matrix *m, const struct catalogue *c,
		   struct span text, struct meanings *found);

/*
 * A text without a message that names numbers and what it is about (a driver, torchvision, a
 * Python) is a question, in whatever words: the answer is added. False: the numbers answer nothing.
 */
bool explain_ask(struct arena *a, struct matrix *m, const struct catalogue *c, struct span text,
		 struct meanings *to);
/* What a short text asks. */
struct explain_asks {
	struct phrase named;  /* "torch 2.6.0, CUDA 12.4, driver 535"; form 0: nothing */
	struct phrase wanted; /* that no wheel is made for the CUDA, or what there is of the kind
			       * that it wants (a CUDA, a Python, torchvision …), of all that it
			       * names, the GPU of `found` too; form 0: it wants none such */
	const char *cuda;     /* that it wants wheels of, and there are of the torch, or for the
			       * GPU; not the one that nvidia-smi is said to show; NULL: none */
	const char *strange;  /* "driver 999", "torch 9.9": no such release is known; NULL: none */
};

struct explain_asks explain_asks(struct arena *a, struct matrix *m, const struct catalogue *c,
				 const struct meanings *found, struct span text);
/* That no wheel of that torch has code for the GPU of the host, and which torch has; form 0: some
 * has, or it is not known. */
struct phrase explain_no_wheel(struct arena *a, const struct catalogue *c, const char *torch,
			       const struct host *h);
/* The newest driver for the one GPU of the host; form 0: not known. */
struct phrase explain_gpu_drivers(struct arena *a, struct matrix *m, const struct catalogue *c,
				  const struct host *h);
/* The GPUs that a text lists, by their names: "which of 3060, 3090 and 1080 Ti". */
void explain_gpus(struct arena *a, struct span text, struct strings *to);
/* The torch of the first and of the last wheel with code for the GPU that the driver and the glibc
 * of the host take (NULL: of any), or that there is none; form 0: its capability is not known. */
struct phrase explain_range(struct arena *a, const struct catalogue *c, const struct gpu *gpu,
			    const struct host *h);
/* The C library is too old, and that of the host is told: the last torch whose wheels run on it. */
void explain_libc(struct arena *a, const struct catalogue *c, const struct host *h,
		  struct meanings *m);
/* Whether an extension, of the version that the text names or any, serves a GPU, by the oldest that
 * its versions serve; form 0: not known. *none: none of them does. */
struct phrase explain_extension_gpu(struct arena *a, struct matrix *m, const char *package,
				    const struct gpu *gpu, struct span text, bool *none);

/* The row of that name; NULL: none. And what it says of the text, added. */
const struct symptom *explain_symptom(const struct symptoms *known, const char *name);
void explain_add(struct arena *a, const struct symptom *s, struct span text, struct meanings *to);

/* The text has one of the words of a class (data/finding/phrase.csv). */
bool explain_says(struct arena *a, const struct meanings *m, const char *class, struct span text);

/*
 * Says of a mirror in the text, where the message is about an index or a channel, that nothing is
 * there, or not in that form, and which one has it.
 */
void explain_mirror(struct arena *a, const struct mirrors *mirrors, struct span text,
		    struct meanings *m);

/*
 * Joins what was recognised with what was found in an environment: the torch that is there, and of
 * its findings the one that a message is about.
 */
void explain_env(struct arena *a, const struct checkup *k, struct meanings *m);

/* Where conda has the release that a channel lacked. */
void explain_conda(struct arena *a, const struct catalogue *c, struct meanings *m);

/* The text names a torch with a label that it never had: the facts of the row label-never. */
bool explain_never(struct arena *a, const struct catalogue *c, struct captures *facts);

/* pip saw no torch on an index that the text names: which ones that has, and for which Pythons. */
void explain_index(struct arena *a, const struct catalogue *c, struct meanings *m);

/* The extension that a text is about, by a file of it or as the only one that it names; NULL: none.
 * `names` are those that have wheels. */
const char *explain_extension(struct arena *a, const struct strings *names, struct span text);
/* The first thing recognised that another wheel of an extension mends; NULL: none is. */
struct meaning *explain_about_extension(struct meanings *m);
/* The wheel of it for the torch of a checkup, or what would tell which it is: torch, if `k` is
 * NULL; and of a version that the text names what it is made for, where it has none. */
void explain_wheel(struct arena *a, struct matrix *matrix, struct checkup *k, const char *package,
		   struct span text, struct meanings *m);
