/*
 * A machine as far as it is known. A NULL pointer, a negative number or TRI_UNKNOWN means that the
 * input did not say; nothing here is a guess. Strings belong to the arena of whoever filled it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/strings.h"
#include "fact/found.h"
#include "fact/sm.h"
#include "fact/text_format.h"

struct tools;

enum tri { TRI_UNKNOWN = -1, TRI_NO = 0, TRI_YES = 1 };

/* Where a compute capability came from; the words are those of the JSON. */
enum sm_source {
	SM_SOURCE_NONE,
	SM_SOURCE_NVML,
	SM_SOURCE_CSV,
	SM_SOURCE_PCI,
	SM_SOURCE_NAME,
	SM_SOURCE_TRUNCATED,
	SM_SOURCE_ALIAS,
	SM_SOURCE_USER,
};

struct mig_device {
	const char *profile; /* "1g.5gb" */
	const char *uuid;
};

struct mig {
	const char *mode; /* "Enabled", "Disabled": what is in force now; NULL not known */
	struct mig_device *devices;
	size_t n;
};

struct gpu {
	int index;              /* as printed; position where none was */
	const char *name;       /* as printed, truncated or not; NULL when not printed */
	struct sm sm;           /* major 0: not known, or more than one candidate */
	enum sm_source sm_source;
	struct sm_list sm_candidates; /* what the name or id allows; one entry when sm is known */
	const char *architecture;     /* "Pascal"; NULL not known */
	const char *segment;          /* "datacenter", "geforce", …; NULL not known */
	long memory_mib;        /* -1 not known */
	const char *uuid;
	const char *pci_id;     /* "10de:1b06", lower case */
	const char *pci_subsystem; /* "1462:3602" or NULL */
	const char *bus_id;     /* "00000000:01:00.0" */
	const char *driver_model; /* "WDDM", "TCC", "MCDM" */
	const char *compute_mode; /* "Default", "Prohibited", … */
	struct mig mig;         /* mode NULL: not known or not supported */
	const char *error;      /* "GPU is lost", "ERR!": the GPU reports an error (CP007) */
	bool hidden;            /* by CUDA_VISIBLE_DEVICES (CP008) */
	unsigned line;          /* of the input, 0 if not from text */
};

struct toolkit {
	const char *path;    /* NULL when only the version was printed */
	const char *version; /* "12.4" or "12.4.131" */
};

/* What collect_env says of the torch that ran it; NULL not said. */
struct host_torch {
	const char *version;    /* "2.5.1+cu124" */
	const char *cuda;       /* "12.4": what it was built with */
	enum tri available;     /* torch.cuda.is_available() */
};

/* The line of the text that a fact was read from. */
struct host_from {
	const char *fact; /* "driver", "gpu", "python": as its key in the JSON */
	int gpu;          /* index in gpus, -1 none */
	unsigned line;
	const char *text; /* what stands there, cut where it is long */
};

/* What the input or the machine says is wrong; becomes "problems" in the JSON. */
struct problem {
	struct finding what; /* of this host; `gpu` is an index in gpus */
	unsigned line;       /* of the input, 0 if not from text */
};

/* What conda's solver is told of the machine; NULL: the package is absent, or not known. */
struct host_virtuals {
	const char *cuda; /* "12.4": __cuda */
	const char *arch; /* "6.1": __cuda_arch */
};

struct host {
	const char *source;      /* file name, "live", "--gpu", with "line N" where several */
	enum text_format format; /* what the input was recognised as */
	const char *name;        /* host name, when printed; never needed */
	const char *platform;    /* "linux-64", "linux-aarch64", "win-64", "osx-arm64", … */
	const char *glibc;       /* "2.36" */
	const char *macos;       /* "14.5" */
	const char *libc;        /* "glibc" or "musl" */
	const char *driver;      /* as printed; under WSL the Windows (KMD) number */
	const char *driver_begins; /* "535", where the newest that begins so was taken; or NULL */
	const char *driver_oldest; /* that begins so; or NULL */
	const char *driver_library; /* version of nvidia-smi or NVML where it differs */
	const char *driver_cuda; /* "12.4": what the driver reports */
	const char *l4t;         /* Jetson release, "36.4.3", "JetPack 6.2"; "yes": only known
				  * to be one */
	enum tri wsl;
	const char *container;   /* "docker", … or NULL; "no" is never written */
	enum tri nvidia_present; /* TRI_NO: the input says there is no NVIDIA GPU */
	bool driver_missing;     /* the input says that no driver is installed or loaded */
	bool gpus_known;         /* the GPU list is part of the input, even when it is empty */
	const char *visible_devices; /* CUDA_VISIBLE_DEVICES; NULL not set, "" hides all */
	const char *device_order;    /* CUDA_DEVICE_ORDER */
	const char *python;      /* "3.12" or "3.13t" of the active environment */
	const char *env;         /* its prefix */
	bool live;
	const struct host_virtuals *virtuals; /* NULL: not asked for */
	const struct tools *tools; /* what it has to make environments with; NULL: not looked for */
	ARRAY(struct gpu) gpus;
	ARRAY(struct toolkit) toolkits;
	ARRAY(struct problem) problems;
	struct host_torch torch;
	size_t packages;         /* how many collect_env lists */
	ARRAY(struct host_from) from; /* of text only */
	unsigned line;           /* where it begins in the input */
	size_t text;             /* that it was read from, of several: no other has its number */
	size_t also;             /* machines that are like it in all but their names: hosts_fold */
	size_t number;           /* among all of them, from 1; 0: its place, as none was folded */
	size_t last;             /* of those that are like it: its place, from 0 */
};

struct host_fold;

/* Several hosts, as one command gets them. */
struct hosts {
	struct host *v;
	size_t n, room;
	struct host_fold *fold;  /* NULL: each machine is kept for itself */
};

/* Its platform, or what is assumed where it is not told. */
const char *host_platform(const struct host *h);
/* What files for it may ask for: its glibc, on a Mac macOS, "14.5"; NULL not known. */
const char *host_system(const struct host *h);

/* What stands for the name of a host without one: "host 3". */
size_t host_number(const struct hosts *hosts, size_t host);

/* With texts of its own; of a host of which no more is told than by what it is. */
struct host host_copy(struct arena *a, const struct host *h);
/* An empty host: everything not known. */
struct host host_new(const char *source);
struct gpu gpu_new(int index);
/*
 * Adds a problem once per (code, gpu); NULL where it is known already. Facts called have and need
 * become those of the finding.
 */
struct problem *host_problem(struct arena *a, struct host *h, enum finding_code code, int gpu,
			     struct phrase words);
/* The same with the phrase as its form and facts. */
#define HOST_PROBLEM(a, h, code, gpu, ...) \
	host_problem(a, h, code, gpu, PHRASE(a, __VA_ARGS__))
bool host_has_problem(const struct host *h, enum finding_code code);
/* The number of a GPU as the text of a fact. */
const char *gpu_number(struct arena *a, const struct gpu *g);

/* "00000000:01:00.0", "0000:01:00.0" and "01:00.0" are one place. */
bool gpu_same_bus(const char *a, const char *b);

/* The first GPU that is not hidden and answers; NULL: none is known. The host may be NULL. */
const struct gpu *host_first_gpu(const struct host *h);

const char *sm_source_name(enum sm_source s); /* NULL for NONE */

/*
 * CUDA_VISIBLE_DEVICES, as CUDA reads it: indexes, or UUIDs of which the beginning is enough, or
 * MIG devices; an entry that fits no GPU ends the list; an empty one hides all. Source: CUDA
 * Programming Guide, environment variables; duplicates and mixed kinds as nvitop measured.
 *
 * Sets `hidden` of every GPU, and adds a problem CP008 for each that is hidden. CUDA numbers the
 * fastest GPU first unless CUDA_DEVICE_ORDER is PCI_BUS_ID: where indexes leave out some of
 * several kinds of GPU, which ones is not known, none is taken as hidden, and CP008 says so.
 */
void host_apply_visible(struct arena *a, struct host *h);
/* An entry of it names the UUID by its beginning: more than the mere "GPU-" or "MIG-". */
bool host_uuid_begins(const char *uuid, struct span entry);
