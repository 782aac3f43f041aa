/* The facts that nvidia-smi prints under different names in -q, -q -x and --query-gpu. */
#pragma once

#include "fact/host.h"

enum smi_fact {
	SMI_NONE,
	SMI_DRIVER,   /* of the host: a version, else left as it is */
	SMI_CUDA,
	SMI_COUNT,    /* how many GPUs there are; the caller compares */
	SMI_INDEX,
	SMI_NAME,
	SMI_ARCHITECTURE,
	SMI_UUID,
	SMI_BUS_ID,
	SMI_PCI_ID,   /* device and vendor as one hexadecimal number */
	SMI_PCI_SUB,
	SMI_MEMORY,   /* with a unit */
	SMI_SM,       /* "8.9" */
	SMI_COMPUTE_MODE,
	SMI_DRIVER_MODEL,
	SMI_MIG_MODE,
	SMI_FACTS,
};

/* Puts a value in its place; a missing or unreadable one changes nothing. g may be NULL. */
void smi_fact_set(struct arena *a, struct host *h, struct gpu *g, enum smi_fact f, struct span v);
