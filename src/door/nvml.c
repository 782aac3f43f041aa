#include "door/nvml.h"

#include <stdio.h>

#include "base/arena.h"
#include "os/dl.h"

typedef struct nvml_device *device;

/* The beginning is the same in all three versions of the structure. */
struct pci_info {
	char bus_id_legacy[16];
	unsigned domain, bus, device, pci_id, pci_subsystem;
	char rest[128];
};

struct memory_info {
	unsigned long long total, free, used;
};

struct api {
	int (*init)(void);
	int (*library_version)(char *to, unsigned n);
	int (*driver_version)(char *to, unsigned n);
	int (*cuda_version)(int *ret);
	int (*count)(unsigned *ret);
	int (*by_index)(unsigned i, device *ret);
	int (*name)(device d, char *to, unsigned n);
	int (*uuid)(device d, char *to, unsigned n);
	int (*pci)(device d, struct pci_info *ret);
	int (*cc)(device d, int *major, int *minor);
	int (*memory)(device d, struct memory_info *ret);
	int (*mig_mode)(device d, unsigned *current, unsigned *pending);
	int (*mig_count)(device d, unsigned *ret);
	int (*mig_by_index)(device d, unsigned i, device *ret);
	int (*compute_mode)(device d, int *ret);
	int (*architecture)(device d, unsigned *ret);
};

#define AT(field) offsetof(struct api, field)

static const struct dl_symbol symbols[] = {
	{ AT(init), true, { "nvmlInit_v2", "nvmlInit" } },
	{ AT(library_version), false, { "nvmlSystemGetNVMLVersion" } },
	{ AT(driver_version), false, { "nvmlSystemGetDriverVersion" } },
	{ AT(cuda_version), false,
	  { "nvmlSystemGetCudaDriverVersion_v2", "nvmlSystemGetCudaDriverVersion" } },
	{ AT(count), true, { "nvmlDeviceGetCount_v2", "nvmlDeviceGetCount" } },
	{ AT(by_index), true, { "nvmlDeviceGetHandleByIndex_v2", "nvmlDeviceGetHandleByIndex" } },
	{ AT(name), false, { "nvmlDeviceGetName" } },
	{ AT(uuid), false, { "nvmlDeviceGetUUID" } },
	{ AT(pci), false,
	  { "nvmlDeviceGetPciInfo_v3", "nvmlDeviceGetPciInfo_v2", "nvmlDeviceGetPciInfo" } },
	{ AT(cc), false, { "nvmlDeviceGetCudaComputeCapability" } },
	{ AT(memory), false, { "nvmlDeviceGetMemoryInfo" } },
	{ AT(mig_mode), false, { "nvmlDeviceGetMigMode" } },
	{ AT(mig_count), false, { "nvmlDeviceGetMaxMigDeviceCount" } },
	{ AT(mig_by_index), false, { "nvmlDeviceGetMigDeviceHandleByIndex" } },
	{ AT(compute_mode), false, { "nvmlDeviceGetComputeMode" } },
	{ AT(architecture), false, { "nvmlDeviceGetArchitecture" } },
};

static const char *const usual[] = {
	"libnvidia-ml.so.1", "/usr/lib/wsl/lib/libnvidia-ml.so.1", NULL,
};

/* Calls an optional function; absent counts as not supported. */
#define ASK(function, ...) ((function) ? (function)(__VA_ARGS__) : NVML_NOT_SUPPORTED)

typedef int text_call(device d, char *to, unsigned n);

/* A text, or "" where the call fails; ended even if the library forgot to. */
static int ask_text(text_call *call, device d, char to[NVML_TEXT])
{
	int rc = ASK(call, d, to, NVML_TEXT);

	to[NVML_TEXT - 1] = '\0';
	if (rc)
		to[0] = '\0';
	return rc;
}

static void ask_pci(const struct api *api, device d, struct nvml_gpu *g)
{
	struct pci_info p = { .domain = 0 };

	if (ASK(api->pci, d, &p))
		return;
	g->pci_known = true;
	g->pci_id = p.pci_id;
	g->pci_subsystem = p.pci_subsystem;
	snprintf(g->bus_id, sizeof g->bus_id, "%08X:%02X:%02X.0", p.domain, p.bus & 0xFF,
		 p.device & 0xFF);
}

static void ask_numbers(const struct api *api, device d, struct nvml_gpu *g)
{
	struct memory_info m = { 0 };
	unsigned current, pending, architecture;
	int rc;

	if (ASK(api->cc, d, &g->cc_major, &g->cc_minor))
		g->cc_major = -1;
	rc = ASK(api->memory, d, &m);
	g->memory = rc ? -1 : (long long)m.total;
	if (rc == NVML_GPU_LOST || rc == NVML_UNKNOWN)
		g->error = rc;
	g->mig_mode = ASK(api->mig_mode, d, &current, &pending) ? -1 : (int)current;
	if (ASK(api->compute_mode, d, &g->compute_mode))
		g->compute_mode = -1;
	g->architecture = ASK(api->architecture, d, &architecture) ? -1 : (int)architecture;
}

static void ask_migs(const struct api *api, device d, struct nvml_gpu *g)
{
	unsigned max;
	device mig;

	if (g->mig_mode != 1 || ASK(api->mig_count, d, &max) || !api->mig_by_index)
		return;
	for (unsigned i = 0; i < max && g->n_migs < NVML_MIGS; i++) {
		struct nvml_mig *m = &g->migs[g->n_migs];

		if (api->mig_by_index(d, i, &mig))
			continue;
		ask_text(api->name, mig, m->name);
		ask_text(api->uuid, mig, m->uuid);
		g->n_migs++;
	}
}

static void ask_gpu(const struct api *api, unsigned i, struct nvml_gpu *g)
{
	device d;

	g->cc_major = g->mig_mode = g->compute_mode = g->architecture = -1;
	g->memory = -1;
	g->error = api->by_index(i, &d);
	if (g->error)
		return;
	g->error = ask_text(api->name, d, g->name);
	ask_text(api->uuid, d, g->uuid);
	ask_pci(api, d, g);
	ask_numbers(api, d, g);
	ask_migs(api, d, g);
}

static void ask_system(const struct api *api, struct nvml *n)
{
	n->step = NVML_STEP_INIT;
	if (ASK(api->library_version, n->library, NVML_TEXT))
		n->library[0] = '\0';
	n->init = api->init();
	if (n->init)
		return;
	n->step = NVML_STEP_DRIVER;
	if (ASK(api->driver_version, n->driver, NVML_TEXT))
		n->driver[0] = '\0';
	if (ASK(api->cuda_version, &n->cuda))
		n->cuda = 0;
	n->count_error = api->count(&n->n_gpus);
}

void nvml_ask(const char *library, struct nvml *ret)
{
	const char *const one[] = { library, NULL };
	struct api api = { 0 };
	struct err e;
	void *handle;

	if (dl_load(library ? one : usual, symbols, sizeof symbols / sizeof *symbols, &api, &handle,
		    &e)) {
		ret->step = NVML_STEP_DONE;
		return;
	}
	ret->loaded = true;
	ask_system(&api, ret);
	if (!ret->init && !ret->count_error) {
		ret->step = NVML_STEP_GPU;
		for (unsigned i = 0; i < ret->n_gpus && i < NVML_GPUS; i++) {
			ask_gpu(&api, i, &ret->gpus[i]);
			ret->n_listed = i + 1;
		}
	}
	ret->step = NVML_STEP_DONE;
}

const char *nvml_error_text(int code)
{
	static const struct {
		int code;
		const char *text;
	} all[] = {
		{ NVML_NO_PERMISSION, "Insufficient Permissions" },
		{ 8, "external power cables are not attached" },
		{ NVML_NO_DRIVER, "Driver Not Loaded" },
		{ 10, "Timeout" },
		{ 11, "an interrupt request issue" },
		{ 14, "corrupted infoROM" },
		{ NVML_GPU_LOST, "GPU is lost" },
		{ 16, "GPU requires reset" },
		{ NVML_BLOCKED, "GPU access blocked by the operating system" },
		{ NVML_MISMATCH, "Driver/library version mismatch" },
		{ 20, "Insufficient Memory" },
	};

	return FIRST_TELLS(x, ROWS(all), x->code == code, x->text, "Unknown Error");
}

const char *nvml_compute_mode(int mode)
{
	static const char *const names[] = {
		"Default", "Exclusive_Thread", "Prohibited", "Exclusive_Process",
	};

	return mode >= 0 && mode < 4 ? names[mode] : NULL;
}

const char *nvml_architecture(int number)
{
	static const char *const names[] = {
		[2] = "Kepler", [3] = "Maxwell", [4] = "Pascal", [5] = "Volta", [6] = "Turing",
		[7] = "Ampere", [8] = "Ada", [9] = "Hopper", [10] = "Blackwell", [13] = "Rubin",
	};

	return number >= 0 && number < 14 ? names[number] : NULL;
}
