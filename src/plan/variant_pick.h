/*
 * Which variant of a wheel an installer that chooses by properties takes on a machine, whether that
 * runs on every GPU there, and what makes it take the right one.
 *
 * Sources: the order is that of PEP 825, "Variant ordering". What fits is what NVIDIA's provider
 * says (wheelnext/nvidia-variant-provider, plugin.py, 2025-11; uv 0.13.9 has its rules inside,
 * measured on twenty machines): the CUDA number that the driver prints, from 11.0 to 15.20, against
 * the bounds, without minor-version compatibility; of all GPUs only the highest compute
 * capability, CUDA_VISIBLE_DEVICES or not.
 */
#pragma once

#include "plan/reach.h"

/* What stands in the way of knowing the choice. */
enum variant_doubt {
	VARIANT_CERTAIN,
	VARIANT_NO_DRIVER,  /* the CUDA that the driver prints is not known */
	VARIANT_NO_SM,      /* nor the compute capability of a GPU */
	VARIANT_NO_GPUS,    /* nor which GPUs there are */
	VARIANT_OTHER_SPACE, /* properties that only the machine tells, such as x86_64's */
};

/* One variant on one machine. */
struct variant_on {
	const struct variant *variant;
	struct reach reach;
	struct reach_verdict verdict;
	enum tri fits;          /* an installer takes it there, if it is the best */
	enum tri runs;          /* on every visible GPU; unknown: its code is not told */
	bool cpu;               /* it asks nothing of NVIDIA, where others do: no GPU runs it */
};

struct variant_pick {
	int host;
	enum variant_doubt doubt;
	const char *space;      /* of VARIANT_OTHER_SPACE */
	ARRAY(struct variant_on) each;   /* in the order of the file */
	const struct variant_on *taken;  /* NULL: none fits, or not known */
	const struct variant_on *best;   /* to be taken; NULL: none runs on every GPU */
	bool about_gpus;        /* some of the variants ask for something of NVIDIA */
	bool gpus;              /* the machine has an NVIDIA GPU */
	/* The two variables that make an installer take `best`; NULL: none do, or none need. */
	const char *force_cuda, *force_sm;
};

struct variant_picks {
	ARRAY(struct variant_pick) v;
	bool all;               /* what each machine takes is certain, and runs on every GPU */
};

/*
 * Targets of a build of that label and release that no target of the variant's own serves: GPUs
 * that an installer refuses for nothing. NULL: none, or the variant names none.
 */
const struct sm_list *variant_left_out(struct arena *a, const struct catalogue *c,
				       const struct package *p, const struct variant *v);
/* For each machine. The variants are those of p, of which name and version may be known. */
struct variant_picks variant_pick(struct arena *a, const struct catalogue *c,
				  const struct package *p, const struct hosts *hosts);
