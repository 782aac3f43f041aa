/*
 * A stand-in for libnvidia-ml.so.1 whose answers come from the text file in FAKE_NVML, one
 * "key value" a line. Before the first "gpu N" the keys are of the system: init, library, driver,
 * cuda, count (the number of "gpu" lines by default), hang, crash; then of that GPU: error, name,
 * uuid, bus, pci, subsystem, cc, memory (MiB), lost, mig, device, compute, architecture, hang,
 * crash.
 * A key that is absent makes its call fail with "not supported". With OLD only the functions of
 * the 340 era exist.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAX = 64, LINE = 160, NOT_SUPPORTED = 3, MIG_BASE = 1000 };

struct device { int gpu, mig; };

static char lines[MAX * 16][LINE];
static int n_lines = -1;
static struct device devices[MAX * 17];

static void load(void)
{
	const char *path = getenv("FAKE_NVML");
	FILE *f = path ? fopen(path, "r") : NULL;

	if (n_lines >= 0)
		return;
	n_lines = 0;
	while (f && n_lines < MAX * 16 && fgets(lines[n_lines], LINE, f)) {
		lines[n_lines][strcspn(lines[n_lines], "\n")] = '\0';
		n_lines++;
	}
	if (f)
		fclose(f);
}

/* The n-th value of a key of a GPU, -1 is the system; NULL if there is none. */
static const char *value(int gpu, const char *key, int n)
{
	size_t length = strlen(key);
	int at = -1;

	load();
	for (int i = 0; i < n_lines; i++) {
		if (strncmp(lines[i], "gpu", 3) == 0)
			at++;
		else if (at == gpu && strncmp(lines[i], key, length) == 0 &&
			 (lines[i][length] == ' ' || !lines[i][length]) && n-- == 0)
			return lines[i][length] ? lines[i] + length + 1 : "";
	}
	return NULL;
}

static int number(int gpu, const char *key, int otherwise)
{
	const char *v = value(gpu, key, 0);

	return v ? (int)strtol(v, NULL, 0) : otherwise;
}

static int text(int gpu, const char *key, char *to, unsigned n)
{
	const char *v = value(gpu, key, 0);

	if (!v)
		return NOT_SUPPORTED;
	snprintf(to, n, "%s", v);
	return 0;
}

static void misbehave(int gpu)
{
	if (value(gpu, "crash", 0))
		raise(SIGSEGV);
	while (value(gpu, "hang", 0))
		pause();
}

#define API __attribute__((visibility("default")))

#ifdef OLD
#define V2(name) name
#define V3(name) name
#else
#define V2(name) name##_v2
#define V3(name) name##_v3
#endif

API int V2(nvmlInit)(void);
API int V2(nvmlInit)(void)
{
	misbehave(-1);
	return number(-1, "init", 0);
}

API int nvmlSystemGetDriverVersion(char *to, unsigned n);
API int nvmlSystemGetDriverVersion(char *to, unsigned n)
{
	return text(-1, "driver", to, n);
}

API int V2(nvmlDeviceGetCount)(unsigned *ret);
API int V2(nvmlDeviceGetCount)(unsigned *ret)
{
	int n = 0;

	load();
	for (int i = 0; i < n_lines; i++)
		n += strncmp(lines[i], "gpu", 3) == 0;
	*ret = (unsigned)number(-1, "count", n);
	return 0;
}

API int V2(nvmlDeviceGetHandleByIndex)(unsigned i, struct device **ret);
API int V2(nvmlDeviceGetHandleByIndex)(unsigned i, struct device **ret)
{
	misbehave((int)i);
	if (i >= MAX)
		return 2;
	devices[i] = (struct device){ (int)i, -1 };
	*ret = &devices[i];
	return number((int)i, "error", 0);
}

API int nvmlDeviceGetName(struct device *d, char *to, unsigned n);
API int nvmlDeviceGetName(struct device *d, char *to, unsigned n)
{
	const char *name = value(d->gpu, "name", 0), *mig;

	if (d->mig < 0)
		return text(d->gpu, "name", to, n);
	mig = value(d->gpu, "device", d->mig);
	snprintf(to, n, "%s MIG %.*s", name ? name : "", (int)strcspn(mig, " "), mig);
	return 0;
}

API int nvmlDeviceGetUUID(struct device *d, char *to, unsigned n);
API int nvmlDeviceGetUUID(struct device *d, char *to, unsigned n)
{
	if (d->mig < 0)
		return text(d->gpu, "uuid", to, n);
	snprintf(to, n, "%s", strchr(value(d->gpu, "device", d->mig), ' ') + 1);
	return 0;
}

struct pci_info {
	char bus_id_legacy[16];
	unsigned domain, bus, device, pci_id, pci_subsystem;
	char bus_id[32];
};

/* "10de:2684" as NVML has it: device << 16 | vendor */
static unsigned id(const char *s)
{
	unsigned vendor = 0, device = 0;

	if (s)
		sscanf(s, "%x:%x", &vendor, &device);
	return device << 16 | vendor;
}

API int V3(nvmlDeviceGetPciInfo)(struct device *d, struct pci_info *ret);
API int V3(nvmlDeviceGetPciInfo)(struct device *d, struct pci_info *ret)
{
	const char *bus = value(d->gpu, "bus", 0);

	if (!bus || sscanf(bus, "%x:%x:%x", &ret->domain, &ret->bus, &ret->device) != 3)
		return NOT_SUPPORTED;
	ret->pci_id = id(value(d->gpu, "pci", 0));
	ret->pci_subsystem = id(value(d->gpu, "subsystem", 0));
	return 0;
}

API int nvmlDeviceGetMemoryInfo(struct device *d, unsigned long long *ret);
API int nvmlDeviceGetMemoryInfo(struct device *d, unsigned long long *ret)
{
	int mib = number(d->gpu, "memory", -1);

	if (value(d->gpu, "lost", 0))
		return 15;
	ret[0] = (unsigned long long)mib << 20;
	ret[1] = ret[2] = 0;
	return mib < 0 ? NOT_SUPPORTED : 0;
}

API int nvmlDeviceGetComputeMode(struct device *d, int *ret);
API int nvmlDeviceGetComputeMode(struct device *d, int *ret)
{
	*ret = number(d->gpu, "compute", -1);
	return *ret < 0 ? NOT_SUPPORTED : 0;
}

#ifndef OLD
API int nvmlSystemGetNVMLVersion(char *to, unsigned n);
API int nvmlSystemGetNVMLVersion(char *to, unsigned n)
{
	return text(-1, "library", to, n);
}

API int nvmlSystemGetCudaDriverVersion_v2(int *ret);
API int nvmlSystemGetCudaDriverVersion_v2(int *ret)
{
	*ret = number(-1, "cuda", -1);
	return *ret < 0 ? 12 : 0;
}

API int nvmlDeviceGetCudaComputeCapability(struct device *d, int *major, int *minor);
API int nvmlDeviceGetCudaComputeCapability(struct device *d, int *major, int *minor)
{
	const char *cc = value(d->gpu, "cc", 0);

	return cc && sscanf(cc, "%d.%d", major, minor) == 2 ? 0 : NOT_SUPPORTED;
}

API int nvmlDeviceGetArchitecture(struct device *d, unsigned *ret);
API int nvmlDeviceGetArchitecture(struct device *d, unsigned *ret)
{
	*ret = (unsigned)number(d->gpu, "architecture", -1);
	return *ret == (unsigned)-1 ? NOT_SUPPORTED : 0;
}

API int nvmlDeviceGetMigMode(struct device *d, unsigned *current, unsigned *pending);
API int nvmlDeviceGetMigMode(struct device *d, unsigned *current, unsigned *pending)
{
	int mode = number(d->gpu, "mig", -1);

	*current = *pending = (unsigned)mode;
	return mode < 0 ? NOT_SUPPORTED : 0;
}

API int nvmlDeviceGetMaxMigDeviceCount(struct device *d, unsigned *ret);
API int nvmlDeviceGetMaxMigDeviceCount(struct device *d, unsigned *ret)
{
	(void)d;
	*ret = 7;
	return 0;
}

API int nvmlDeviceGetMigDeviceHandleByIndex(struct device *d, unsigned i, struct device **ret);
API int nvmlDeviceGetMigDeviceHandleByIndex(struct device *d, unsigned i, struct device **ret)
{
	struct device *mig = &devices[MAX + d->gpu * 7 + (int)i];

	if (!value(d->gpu, "device", (int)i))
		return 6;
	*mig = (struct device){ d->gpu, (int)i };
	*ret = mig;
	return 0;
}
#endif
