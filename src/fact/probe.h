/*
 * What a probe of a GPU found. Children fill these in shared memory step by step, so there are no
 * pointers: what a child knew survives its crash or hang, and the step it was in says RUNNING.
 */
#pragma once

#include <stdbool.h>

#include "fact/found.h"
#include "fact/sm.h"

enum { PROBE_TEXT = 240, PROBE_PATH = 512, PROBE_NAME = 96, PROBE_DEVICES = 64, PROBE_TRIES = 12 };

enum step_state { STEP_NOT_RUN, STEP_RUNNING, STEP_OK, STEP_FAILED };

/* What we found wrong ourselves: in sums and memory, or of the files of the driver. */
enum step_fault {
	FAULT_NONE,
	FAULT_NO_MEMORY,
	FAULT_MEMORY,
	FAULT_PATTERN,
	FAULT_PRODUCT,
	FAULT_NOUVEAU,
	FAULT_NO_DRIVER,
	FAULT_FILE_ABSENT,
	FAULT_FILE_CLOSED,
	FAULT_NO_GPU_FILE,
	FAULTS
};

struct probe_step {
	enum step_state state;
	int code; /* CUDA's number of the failure; 0: none was given */
	double ms;
	char text[PROBE_TEXT];    /* of a library that failed; "": it says nothing, or a fault is */
	enum step_fault fault;
	unsigned element;         /* of a pattern or a product, and what it is and should be; … */
	char have[48], need[48];  /* … or the file that it is about */
};

/* The layers, in the order in which they are tried; the names are those of the JSON. */
enum probe_layer {
	LAYER_FILES,
	LAYER_LIBCUDA,
	LAYER_INIT,
	LAYER_RUNTIME,
	LAYER_CONTEXT,
	LAYER_MEMORY,
	LAYER_LOAD,
	LAYER_LAUNCH,
	LAYER_COMPARE,
	PROBE_LAYERS
};

/* "libcuda", "load", …: as in JSON. */
const char *probe_layer_name(enum probe_layer l);

/* A device as libcuda lists it; 0 and "" where it does not say. */
struct probe_device {
	char name[PROBE_NAME], uuid[PROBE_NAME], bus[32];
	int cc_major, cc_minor;
};

/* The layers that all GPUs share. */
struct probe_system {
	struct probe_step libcuda, init, runtime;
	char path[PROBE_PATH]; /* of the libcuda that was loaded */
	int driver_cuda; /* 12040 */
	int runtime_version;   /* as the environment's libcudart says */
	unsigned n;
	struct probe_device devices[PROBE_DEVICES];
};

/* Where device code comes from that is handed to the driver. */
enum code_origin {
	ORIGIN_PTX, /* the text that comes with the program */
	ORIGIN_NVRTC_CUBIN, /* compiled by the NVRTC of the environment */
	ORIGIN_NVRTC_PTX,
	ORIGIN_NVCC,
	ORIGIN_TORCH, /* a container out of libtorch_cuda, as it stands */
	ORIGIN_TORCH_CUBIN, /* its cubins alone */
	ORIGIN_TORCH_PTX, /* its PTX alone */
	ORIGINS
};

/* As in JSON. */
const char *code_origin_name(enum code_origin o);

/* One piece of device code: compiled, loaded, and, where it is the probe, run and compared. */
struct probe_try {
	enum code_origin origin;
	struct probe_step compile, load, launch, compare;
};

struct probe_gpu {
	struct probe_step context, memory;
	unsigned n;
	struct probe_try tries[PROBE_TRIES];
	int isa; /* newest PTX version that the driver takes, 83 for 8.3; 0 not asked */
	double copy_gbs, copy_expected_gbs, multiply_gflops; /* 0: not measured */
	bool done;
};

/* Whether the try came through all the steps that it has. */
bool probe_try_ok(const struct probe_try *t);
/* The first step of it that did not succeed; NULL if all did. */
const struct probe_step *probe_try_failure(const struct probe_try *t);
/* The first try from `o` that was begun; NULL if none was. */
const struct probe_try *probe_find(const struct probe_gpu *g, enum code_origin o);
/* Why it failed, in the words of a library or ours; none: it says nothing. */
struct phrase probe_why(struct arena *a, const struct probe_step *s);
/* Ends texts and numbers that a dying child may have left in disorder. */
void probe_system_settle(struct probe_system *s);
void probe_gpu_settle(struct probe_gpu *g);
