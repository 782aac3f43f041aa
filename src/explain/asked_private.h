/* What a question names, and what answers it by the wheels of the catalogue. */
#pragma once

#include "explain/explain_private.h"
#include "plan/driver.h"

struct asked_cuda {
	const char *text; /* "12.8", "13" of "CUDA 13"; NULL: none is named */
	struct span at;
	bool whole;       /* with its minor number */
};

/* What stands in a question with a number, or is asked for. */
enum asked_of {
	ASKED_NOTHING, ASKED_SMI, ASKED_DRIVER, ASKED_CUDA, ASKED_LABEL, ASKED_VISION, ASKED_AUDIO,
	ASKED_TORCH, ASKED_PYTHON, ASKED_CUDNN, ASKED_GPU, ASKED_GLIBC,
};

/* What a question names; what it does not is NULL or empty. */
struct asked {
	const char *driver; /* "535", "550.54.14" */
	struct asked_cuda cuda;
	struct asked_cuda other, third; /* "cu121 or cu118": the next ones, where they differ */
	const char *shown;        /* the CUDA that the driver is said to show */
	struct asked_cuda wished; /* beside that one */
	struct span vision, audio, python, cudnn, glibc;
	struct span torch, second; /* "2.5.1", and "2.6" where that is another */
};

struct asked asked_read(struct arena *a, struct span low);
/* What it wants to know: of all that it names without a number the one that stands nearest to
 * "which", "latest", "version" …; without such a word what a number is missing of. */
enum asked_of asked_want(const struct symptoms *known, struct span low);

/* "2.6": the newest of its releases; NULL: there is none. torchaudio has torch's. */
const char *asked_release(const struct catalogue *c, struct span release);
/* What a short text names, for the commands that are printed below an answer: q_python, q_cuda,
 * q_torch. */
void asked_keep(struct arena *a, const struct catalogue *c, struct span text, struct captures *to);

/* The release that a driver's number stands for, "535" for the newest that is known of it; NULL:
 * there is no such driver on that system. */
const char *asked_driver(struct arena *a, struct matrix *m, const char *driver, bool windows);
/* A question, and what answers it. */
struct asked_case {
	struct arena *a;
	struct matrix *m;
	const struct catalogue *c;
	const struct meanings *all; /* what else was recognised, and its facts */
	struct span low;
	struct asked q;
	enum asked_of want;
	const char *torch;          /* a release; NULL: none is named */
	const char *have;           /* a release of the driver that is named; NULL: none is */
	const char *platform;       /* NULL: any */
	const char *glibc;          /* of the system; NULL: any */
	struct driver driver;
	struct python python;
};

/* A sentence, and whether it says yes, no, or neither (0). */
struct asked_part {
	struct phrase text;
	int is;
};

/* By the catalogue; form 0: nothing answers. What a release has: its CUDAs, or whether that one
 * that is named is among them; its Pythons, or that one; what it asks of a driver, or of that one;
 * what else it names. */
struct asked_part asked_cudas(const struct asked_case *x);
struct asked_part asked_pythons(const struct asked_case *x);
struct asked_part asked_drivers(const struct asked_case *x);
struct asked_part asked_companions(const struct asked_case *x);
/* The newest torch that a torchvision or a torchaudio belongs to; NULL: no release is named, or
 * none has it. */
const char *asked_companion_of(const struct catalogue *c, const struct asked *q);
struct phrase asked_gpus(const struct asked_case *x);
/* That there is none of that number; form 0: there is one, or nobody can tell. */
struct asked_part asked_no_release(const struct asked_case *x);
/* What there is of a release. */
struct phrase asked_release_is(const struct asked_case *x, const char *torch);
/* "CUDA 11.8, Python 3.12, driver 470, Windows" */
struct phrase asked_named(const struct asked_case *x);
/* The first and the last torch with wheels for all that is named. */
struct asked_part asked_range(const struct asked_case *x);
/* The same; where it asks which, nobody waits for a yes. */
struct asked_part asked_range_of(const struct asked_case *x);
/* What there is, of all that is named, of the kind that is wanted: on Linux x86-64 where no system
 * is told. */
struct phrase asked_values(const struct asked_case *x);
/* The channels of conda that have CUDA builds of all that is named; form 0: none is known to. */
struct phrase asked_conda(const struct asked_case *x);
/* Of a CUDA that no wheel is made for. */
struct phrase asked_no_build(struct arena *a, const struct catalogue *c, const char *cuda);

/* By the numbers of the driver and of CUDA: what it takes at most, what a CUDA needs, whether that
 * driver, or one that shows another CUDA, takes it, which of two, its GPUs. */
struct phrase asked_most(const struct asked_case *x);
struct phrase asked_need(const struct asked_case *x);
struct asked_part asked_takes(const struct asked_case *x);
struct phrase asked_gpus_of_cuda(const struct asked_case *x);

/* An extension: the torch that a version of it was made for, or the version for a torch; form 0:
 * nothing is known, or the question names none (*named). */
struct phrase asked_extension(const struct asked_case *x, bool *named);
/* Where the text names a version of it that has no wheel for the torch: what it is made for. */
struct phrase asked_made_for_other(struct arena *a, struct matrix *m, const char *package,
				   const char *torch, struct span low);
/* The text names the package; *version: "0.9" of "vllm 0.9", or its bound, "<2.2" of "mmcv<2.2";
 * length 0: it has no number there. */
bool asked_names(struct span low, const char *package, struct span *version);
