/*
 * One reader per form of text. A reader gets the lines of one machine, is asked whether its form
 * begins at a line, and turns what follows into a host that holds only what those lines say.
 */
#pragma once

#include "fact/host.h"
#include "read/host/lines.h"

struct source {
	struct arena *a;
	const struct line *v;
	size_t n;
};

struct host_format {
	bool (*begins)(const struct source *s, size_t i);
	/* Reads from line i on into an empty host; returns the index behind the last line used. */
	size_t (*read)(const struct source *s, size_t i, struct host *to);
};

#define HOST(id, name, reader) extern const struct host_format format_##reader;
#define ENV(id, name, reader)
#define BOTH(id, name, host, env) extern const struct host_format format_##host;
#define OTHER(id, name)
#include "fact/text_format.def"
#undef HOST
#undef ENV
#undef BOTH
#undef OTHER

/* More GPUs than any machine has: what follows them is refused as damaged. */
enum { GPUS_MAX = 1024, MIG_MAX = 64 };
/* Of one text; CP001 says that there were more. */
enum { HOSTS_MAX = 200000, PARTS_MAX = 4 * HOSTS_MAX };

/* Adds a GPU that stands in a line; NULL and a CP001 when there are too many. */
struct gpu *format_gpu(const struct source *s, struct host *h, int index, unsigned line);
/* As many as that one: its name and what else is known of it. */
void format_gpus(const struct source *s, struct host *h, uint64_t n, const struct gpu *like,
		 unsigned line);
/* The hosts of a list from there on are told apart by their lines, or as its nodes; false: none. */
bool format_listed(struct arena *a, const char *source, size_t from, struct hosts *ret);
void format_mig_add(struct arena *a, struct gpu *g, struct mig_device d);
/* A problem with the line where it was noticed; gpu is an index in h->gpus or -1. */
void format_problem(struct arena *a, struct host *h, enum finding_code code, int gpu, unsigned line,
		    struct phrase words);
#define FORMAT_PROBLEM(a, h, code, gpu, line, ...) \
	format_problem(a, h, code, gpu, line, PHRASE(a, __VA_ARGS__))
/* The input is cut or damaged (CP001). */
#define FORMAT_CUT(a, h, line, ...) FORMAT_PROBLEM(a, h, CP001, -1, line, __VA_ARGS__)

/* "GPU 0: NVIDIA A100-SXM4-40GB (UUID: GPU-…)" of nvidia-smi -L, also without its UUID. */
bool smi_list_gpu(const struct source *s, const struct line *l, struct host *h);
/*
 * "MIG 1g.5gb      Device  0: (UUID: MIG-…)" of nvidia-smi -L belongs to the last GPU of h;
 * collect_env removes the UUIDs (torch/utils/collect_env.py: uuid_regex). False for any other line.
 */
bool smi_list_mig(const struct source *s, const struct line *l, struct host *h);

/* --- single values as NVIDIA's tools print them -------------------------------------------- */

/* The words of a failing GPU: "ERR!", "GPU is lost", "Unknown Error", with or without brackets. */
bool field_is_error(struct span s);

/* A copy, or NULL when the value is missing. */
char *field_text(struct arena *a, struct span s);
/* The same with runs of white space made one space. */
char *field_words(struct arena *a, struct span s);
/* A copy in lower case. */
char *field_lower(struct arena *a, struct span s);
/* A copy of dotted numbers such as a driver version, or NULL for anything else. */
char *field_version(struct arena *a, struct span s);
/* The same for a driver, of which "535" may be all that is said. */
char *field_driver(struct arena *a, struct span s);
bool field_is_version(struct span s);
/* The first that is told of counts. */
void field_keep(const char **to, const char *text);
/* The next run of letters and digits in *rest, which is taken off with all before it. */
bool field_run(struct span *rest, struct span *run);
/* "00000000:01:00.0", "0000:01:00.0" or "01:00.0". */
bool field_is_bus_id(struct span s);
/* Memory in MiB from "24564 MiB", "24564MiB" or "24 GiB"; -1 for anything else. */
long field_mib(struct span s);
/* Begins with a name that NVIDIA's boards carry: "NVIDIA ", "Tesla ", "GeForce ", … */
bool field_has_brand(struct span s);
/* Tools of AMD and Intel print the same titles, and torch of ROCm and XPU answers in the words of
 * CUDA: "AMD Radeon PRO W7900", "Device 67df". */
bool field_is_other_maker(struct span name);
/* The capability of a `chip` that is named in s: "GK208M [GeForce GT 740M]"; NULL: none is. */
const char *field_chip(struct span s, struct span *chip);
/* "8.9" is the capability of g, whatever was before; anything else changes nothing. */
void field_sm(struct gpu *g, struct span v, enum sm_source how);
/* A number that fits an int, or -1. */
int field_index(struct span s);

/* --- the facts that nvidia-smi prints under different names in -q, -q -x and --query-gpu --- */

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

/*
 * The number of the driver or of CUDA (SMI_DRIVER, SMI_CUDA). An error in its place is a problem of
 * the host (CP016): nvidia-smi asks libcuda for CUDA's, so that "ERR!" is a libcuda which does not
 * load or answer there. Source: NVML, nvmlSystemGetCudaDriverVersion_v2; microsoft/WSL#11589.
 */
void smi_version_set(struct arena *a, struct host *h, enum smi_fact f, struct span v);

/* "Ubuntu 22.04.4 LTS (x86_64)", "macOS 15.3.1 (arm64)", "Linux-5.4-x86_64-with-…"; or NULL. */
const char *format_platform_of_os(struct span s);
