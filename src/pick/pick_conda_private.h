/* One ask of conda's while it is answered; pick_channel.c: what its channels have, pick_fit.c: what
 * its lines take. */
#pragma once

#include "pick/pick.h"

/* The releases that name their CUDA by cudatoolkit end before that one; mutex packages begin. */
#define PYTORCH_CUDA_FIRST "1.13"
#define MUTEX_FIRST "1.10"

struct conda_channel {
	const char *url;       /* as it is named */
	bool torch, unknown;   /* it has builds of torch; nobody knows what it has */
};

struct conda_pick {
	struct arena *arena;
	const struct pick_of *of;
	const struct ask *ask;
	ARRAY(struct conda_channel) channels; /* as the solver goes through them */
	bool nvidia, forge, defaults;
	struct cuda_version label; /* of the nvidia channel, frozen at that CUDA; major 0: none */
	bool forge_cuda;       /* tried with conda-forge's CUDA libraries beside pytorch-cuda */
	struct python python;  /* of the first candidate; major 0: the build decides */
	bool older_python;     /* the line takes newer ones, for which no build is known */
	bool clash;            /* no torch goes with the companions that are asked for */
	bool solvable;         /* all that is asked beside torch can be installed */
	ARRAY(struct pick_choice) found;
};

/* Reads the channels of the ask. */
void pick_channel_read(struct conda_pick *c);
/* The place of a build's channel; -1: it is not searched. */
int pick_channel_rank(const struct conda_pick *c, const struct build *b);
bool pick_channel_is(const char *url, const char *name);
/* The libraries that pytorch-cuda of that CUDA asks for, and itself, are there. */
bool pick_channel_has_libraries(const struct conda_pick *c, struct cuda_version cuda);
/* What a CUDA build needs beside itself is on one of the channels. */
bool pick_channel_serves(const struct conda_pick *c, const struct build *b);
/* Whether conda-forge's CUDA libraries decide. */
bool pick_channel_forge_matters(const struct conda_pick *c);
/* All builds of that release and platform are known. */
bool pick_channel_is_whole(const struct conda_pick *c, const struct build *b);
/* Another channel may serve torch before that build, or none is known. */
bool pick_channel_is_open(const struct conda_pick *c, const struct build *b);
/* A channel of which nothing is known comes before that of the build; NULL: before all. */
bool pick_channel_is_elsewhere(const struct conda_pick *c, const struct build *b);
/* Where no build fits: that is known of every channel. */
bool pick_channel_has_none(const struct conda_pick *c);
/* A package that only chooses the build: "pytorch-cuda". */
bool pick_channel_chooses(const char *name);

/* A line of conda's that is understood; the same that asks for torch by one of its names. */
bool conda_fit_is_spec(const struct ask_spec *s);
bool conda_fit_is_torch(const struct ask_spec *s);
/* What the line says of version and build, `build` NULL: of the version alone. */
bool conda_fit_has(const struct ask_spec *s, const char *version, const char *build);
bool conda_fit_python(const struct conda_pick *c, const struct ask_spec *s, struct python py);
/* A line of torchvision or torchaudio takes the release that belongs to the build. */
bool conda_fit_companion(const struct conda_pick *c, const struct ask_spec *s,
			 const struct build *b);
bool conda_fit_for(const struct build *b, struct python py);
bool conda_fit_of_pytorch(const struct build *b);
/* An older torch than that version. */
bool conda_fit_before(const struct build *b, const char *version);
/* The first line that does not take the build; NULL: all do. */
const struct ask_spec *conda_fit_refusing(const struct conda_pick *c, const struct build *b);
/* Builds of conda-forge ask for __cuda of their major: cuda-version constrains it. */
bool conda_fit_driver(const struct conda_pick *c, const struct build *b);
/* All of it, and what it needs is on the channels. */
bool conda_fit_build(const struct conda_pick *c, const struct build *b, struct python py);
