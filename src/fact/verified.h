/* What verify found, layer by layer and GPU by GPU, with what follows from it. */
#pragma once

#include "fact/env.h"
#include "fact/found.h"
#include "fact/host.h"
#include "fact/probe.h"

struct verified_finding {
	struct finding finding; /* gpu: index as printed; -1: all */
	struct phrase cure;     /* of no form: none that is known */
	enum severity severity; /* of the code, or milder where something else made up for it */
};

/* The code of the installed build that a GPU should run, and whether the driver took it. */
struct promise {
	bool made;
	bool ptx; /* by PTX, not a cubin */
	bool part; /* torch's own code alone, by PTX: its libraries have none for the GPU */
	const char *lacks; /* those libraries; NULL not known which */
	bool unsure; /* by PTX, and it is not known whether the libraries run */
	struct sm code;
	const char *support; /* of the driver: "direct", "minor"; NULL not known */
	enum tri kept;
};

struct verified_torch_gpu {
	enum tri ok; /* unknown: not run */
	const char *text;
};

struct verified_gpu {
	int index; /* as nvidia-smi counts; in CUDA's order where that is not known */
	const char *uuid, *name;
	struct sm sm;
	bool mig;
	struct probe_gpu found;
	struct promise promise;
	struct verified_torch_gpu torch;
	double ms;
	bool ok;
};

/* Python's word, by --torch; texts NULL, tri unknown: not asked or not said. */
struct verified_torch {
	const char *version, *cuda, *cudnn, *text;
	enum tri available, ok;
};

struct cuda_cures;

struct verified {
	const char *node; /* host name */
	const struct host *host;
	struct cuda_env env;
	struct probe_step files;
	struct probe_system found;
	const char
		*hidden_by; /* value of CUDA_VISIBLE_DEVICES that hides all; nothing was started */
	const char *least_driver; /* for torch's CUDA; NULL not known */
	const char *nvcc; /* its CUDA; NULL not used */
	bool ptx_forced; /* by CUDA_FORCE_PTX_JIT: the driver passes over all cubins */
	const struct cuda_cures *cures; /* what helps where CUDA fails: know/message.h */
	ARRAY(struct verified_gpu) gpus;
	struct verified_torch torch;
	ARRAY(struct verified_finding) findings;
	bool ok;
};

/* Whether a layer came through for a GPU: that of any code, for load, launch and compare. */
enum step_state verified_layer(const struct verified *v, const struct verified_gpu *g,
	enum probe_layer l, const struct probe_step **ret);
/* Adds a finding, unless there is one of the same code for the same GPU. */
void verified_add(struct arena *a, struct verified *v, struct finding f, struct phrase cure);
/* The same, as a warning. */
void verified_warn(struct arena *a, struct verified *v, struct finding f, struct phrase cure);
bool verified_has(const struct verified *v, enum finding_code code, int gpu);
