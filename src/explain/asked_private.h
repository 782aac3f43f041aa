/* What a question names, and what answers it by the wheels of the catalogue. */
#pragma once

#include "explain/explain_private.h"

struct asked_cuda {
	const char *text; /* "12.8"; "13.0" of "CUDA 13"; NULL: none is named */
	struct span at;
	bool whole;       /* with its minor number */
};

/* What a question names; what it does not is NULL or empty. */
struct asked {
	const char *driver; /* "535", "550.54.14" */
	struct asked_cuda cuda;
	struct asked_cuda other;  /* "cu121 or cu118": the second one, where it differs */
	const char *shown;        /* the CUDA that the driver is said to show */
	struct asked_cuda wished; /* beside that one */
	struct span vision, audio, python;
};

struct asked asked_read(struct arena *a, struct span low);

/* "2.6": the newest of its releases; NULL: there is none. torchaudio has torch's. */
const char *asked_release(const struct catalogue *c, struct span release);
/* The one torch that the question names, as the newest of its releases; NULL: none. */
const char *asked_torch(struct arena *a, const struct catalogue *c, struct span low);

/* What a short text names, for the commands that are printed below an answer: q_python, q_cuda,
 * q_torch. */
void asked_keep(struct arena *a, const struct catalogue *c, struct span text, struct captures *to);

/* The first and the last torch whose wheels are made for that CUDA. */
struct phrase asked_builds(struct arena *a, const struct catalogue *c, const char *cuda);
/* By the catalogue: wheels of a release, of a CUDA, for a Python, and what goes with them. */
struct phrase asked_wheels(struct arena *a, const struct catalogue *c, const struct meanings *all,
			   const struct symptom *s, struct span low, const struct asked *q);
