/*
 * NVIDIA's management library (libnvidia-ml.so.1), asked for the facts of a machine. The result
 * has no pointers, so that a child can fill it in shared memory and what it knew survives a hang.
 * Numbers of return codes, modes and architectures are those of NVML's public API reference.
 */
#pragma once

#include <stdbool.h>

enum { NVML_GPUS = 64, NVML_MIGS = 16, NVML_TEXT = 96 };

/* Return codes that mean something to a reader. */
enum {
	NVML_OK = 0,
	NVML_NOT_SUPPORTED = 3,
	NVML_NO_PERMISSION = 4,
	NVML_NO_DRIVER = 9,
	NVML_GPU_LOST = 15,
	NVML_BLOCKED = 17,
	NVML_MISMATCH = 18,
	NVML_UNKNOWN = 999,
};

struct nvml_mig {
	char name[NVML_TEXT];    /* "NVIDIA A100-SXM4-40GB MIG 1g.5gb" */
	char uuid[NVML_TEXT];
};

/* "" or a negative number: the library did not say. */
struct nvml_gpu {
	int error;               /* of the call that failed first, when the GPU does not answer */
	char name[NVML_TEXT], uuid[NVML_TEXT];
	char bus_id[32];
	bool pci_known;
	unsigned pci_id, pci_subsystem; /* device << 16 | vendor */
	int cc_major, cc_minor;
	long long memory;        /* bytes */
	int mig_mode;            /* 0 disabled, 1 enabled */
	int compute_mode;
	int architecture;
	unsigned n_migs;
	struct nvml_mig migs[NVML_MIGS];
};

/* How far it came: the last step begun. */
enum nvml_step { NVML_STEP_LOAD, NVML_STEP_INIT, NVML_STEP_DRIVER, NVML_STEP_GPU, NVML_STEP_DONE };

struct nvml {
	volatile enum nvml_step step;
	bool loaded;
	int init;                /* return code of the start */
	char library[NVML_TEXT]; /* version of the library itself */
	char driver[NVML_TEXT];
	int cuda;                /* 12040 */
	int count_error;
	unsigned n_gpus, n_listed; /* counted, and filled in (at most NVML_GPUS) */
	struct nvml_gpu gpus[NVML_GPUS];
};

/*
 * Loads `library` (NULL: the usual places) and fills *ret, which must be zeroed, step by step.
 * It may hang or crash where the driver does: call it in a child.
 */
void nvml_ask(const char *library, struct nvml *ret);

const char *nvml_error_text(int code);        /* never NULL */
const char *nvml_compute_mode(int mode);      /* as nvidia-smi prints it; NULL unknown */
const char *nvml_architecture(int number);    /* "Pascal"; NULL unknown */
