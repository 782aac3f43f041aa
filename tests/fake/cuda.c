/*
 * A stand-in for libcuda.so.1. FAKE_CUDA is its version (12040, or -34 for an error), or the path
 * of a text file, one "key value" a line. Before the first "gpu" the keys are of the driver:
 * version, isa (83: newest PTX), zstd no, sass no; then of that GPU: name, uuid, bus, cc, mig UUID,
 * clock (kHz), width (bits), wrong fill|multiply|memory, unlisted (seen by name only). Everywhere:
 * error CALL CODE, hang CALL, deaf CALL (a hang that ignores SIGTERM), crash CALL, say CALL TEXT,
 * where CALL is version init count device name attribute retain alloc
 * upload download copy load function launch finish, or load-ptx load-cubin load-fatbin.
 * Memory is that of the host, and the probe's kernels are C.
 * A call that hangs makes the file FAKE_STUCK, if that is set; see tests/fake/stuck.c.
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void tell_stuck(void)
{
	const char *file = getenv("FAKE_STUCK");
	FILE *f = file ? fopen(file, "w") : NULL;

	if (f)
		fclose(f);
}

enum { MAX = 64, LINES = 512, LINE = 200 };

static char lines[LINES][LINE];
static int n_lines = -1, n_gpus;
static int seen[MAX], n_seen = -1, current = -1;

static void load_script(void)
{
	const char *path = getenv("FAKE_CUDA");
	FILE *f = path && path[0] == '/' ? fopen(path, "r") : NULL;

	if (n_lines >= 0)
		return;
	n_lines = 0;
	while (f && n_lines < LINES && fgets(lines[n_lines], LINE, f)) {
		lines[n_lines][strcspn(lines[n_lines], "\n")] = '\0';
		n_gpus += strncmp(lines[n_lines], "gpu", 3) == 0;
		n_lines++;
	}
	if (f)
		fclose(f);
}

/* The value of "key value" of a GPU, -1 is the driver; NULL if there is none. */
static const char *value(int gpu, const char *key)
{
	size_t n = strlen(key);
	int at = -1;

	load_script();
	for (int i = 0; i < n_lines; i++)
		if (strncmp(lines[i], "gpu", 3) == 0)
			at++;
		else if (at == gpu && strncmp(lines[i], key, n) == 0 &&
			 (lines[i][n] == ' ' || !lines[i][n]))
			return lines[i][n] ? lines[i] + n + 1 : "";
	return NULL;
}

static int number(int gpu, const char *key, int otherwise)
{
	const char *v = value(gpu, key);

	return v ? (int)strtol(v, NULL, 0) : otherwise;
}

static const char *of_call(int gpu, const char *verb, const char *call)
{
	char key[64];

	snprintf(key, sizeof key, "%s %s", verb, call);
	return value(gpu, key);
}

/* What the script wants of a call: its error, or 0; or it never returns. */
static int behave(int gpu, const char *call)
{
	const char *error = of_call(gpu, "error", call), *say = of_call(gpu, "say", call);

	if (say)
		fprintf(stderr, "%s\n", say);
	if (of_call(gpu, "crash", call))
		raise(SIGSEGV);
	if (of_call(gpu, "deaf", call)) {
		signal(SIGTERM, SIG_IGN);
		for (;;)
			pause();
	}
	if (of_call(gpu, "hang", call))
		tell_stuck();
	while (of_call(gpu, "hang", call))
		pause();
	if (error)
		return (int)strtol(error, NULL, 0);
	return gpu >= 0 ? behave(-1, call) : 0;
}

/* --- which devices are seen -------------------------------------------------------------- */

static int by_entry(const char *entry, size_t n)
{
	char *end;
	long index = strtol(entry, &end, 10);

	if (end == entry + n && n && index >= 0 && index < n_gpus)
		return (int)index;
	for (int i = 0; i < n_gpus; i++) {
		const char *uuid = value(i, "uuid"), *mig = value(i, "mig");

		if (n > 4 && ((uuid && strncmp(uuid, entry, n) == 0) ||
			      (mig && strncmp(mig, entry, n) == 0)))
			return i;
	}
	return -1;
}

static void see(void)
{
	const char *v = getenv("CUDA_VISIBLE_DEVICES");

	load_script();
	if (n_seen >= 0)
		return;
	n_seen = 0;
	for (int i = 0; !v && i < n_gpus && i < MAX; i++)
		if (!value(i, "unlisted"))
			seen[n_seen++] = i;
	while (v && *v && n_seen < MAX) {
		size_t n = strcspn(v, ",");
		int gpu = by_entry(v, n);

		if (gpu < 0)
			return;
		seen[n_seen++] = gpu;
		v += n + (v[n] == ',');
	}
}

#define API __attribute__((visibility("default")))
#define CALL(name, ...) API int name(__VA_ARGS__); API int name(__VA_ARGS__)

CALL(cuDriverGetVersion, int *ret)
{
	const char *v = getenv("FAKE_CUDA");
	int n = v ? (int)strtol(v, NULL, 10) : 0, rc = behave(-1, "version");

	if (v && v[0] == '/')
		n = number(-1, "version", 12040);
	*ret = n;
	return rc ? rc : n < 0 ? -n : 0;
}

/* The real runtime takes the refusal for what it is; the real NVRTC looks at the table's size. */
CALL(cuGetExportTable, const void **ret, const void *id)
{
	static const size_t empty = sizeof empty;

	(void)id;
	*ret = &empty;
	return 500;
}

CALL(cuInit, unsigned flags)
{
	(void)flags;
	see();
	if (behave(-1, "init"))
		return behave(-1, "init");
	return n_seen ? 0 : 100;
}

CALL(cuDeviceGetCount, int *ret)
{
	see();
	*ret = n_seen;
	return behave(-1, "count");
}

CALL(cuDeviceGet, int *ret, int ordinal)
{
	see();
	if (ordinal < 0 || ordinal >= n_seen)
		return 101;
	*ret = seen[ordinal];
	return behave(*ret, "device");
}

CALL(cuDeviceGetName, char *to, int n, int device)
{
	const char *name = value(device, "name");

	snprintf(to, (size_t)n, "%s", name ? name : "NVIDIA stand-in");
	return behave(device, "name");
}

CALL(cuDeviceGetUuid_v2, unsigned char *to, int device)
{
	const char *mig = value(device, "mig"), *uuid = mig ? mig : value(device, "uuid");
	unsigned byte;

	uuid = uuid ? strchr(uuid, '-') : NULL;
	if (!uuid)
		return 801;
	for (int i = 0; i < 16; i++) {
		uuid += *uuid == '-';
		if (sscanf(uuid, "%2x", &byte) != 1)
			return 801;
		to[i] = (unsigned char)byte;
		uuid += 2;
	}
	return 0;
}

CALL(cuDeviceGetPCIBusId, char *to, int n, int device)
{
	const char *bus = value(device, "bus");

	snprintf(to, (size_t)n, "%s", bus ? bus : "");
	return bus ? 0 : 801;
}

static int cc_of(int device)
{
	const char *cc = value(device, "cc");
	int major = 8, minor = 6;

	if (cc)
		sscanf(cc, "%d.%d", &major, &minor);
	return major * 10 + minor;
}

CALL(cuDeviceGetAttribute, int *ret, int attribute, int device)
{
	switch (attribute) {
	case 75: *ret = cc_of(device) / 10; break;
	case 76: *ret = cc_of(device) % 10; break;
	case 36: *ret = number(device, "clock", 0); break;
	case 37: *ret = number(device, "width", 0); break;
	default: return 1;
	}
	return behave(device, "attribute");
}

CALL(cuDevicePrimaryCtxRetain, void **context, int device)
{
	*context = &seen[0];
	current = device;
	return behave(device, "retain");
}

CALL(cuCtxSetCurrent, void *context)
{
	return context ? 0 : 201;
}

CALL(cuMemAlloc_v2, unsigned long long *ret, size_t n)
{
	int rc = behave(current, "alloc");

	*ret = rc ? 0 : (unsigned long long)(uintptr_t)calloc(1, n);
	return rc;
}

CALL(cuMemFree_v2, unsigned long long at)
{
	free((void *)(uintptr_t)at);
	return 0;
}

CALL(cuMemcpyHtoD_v2, unsigned long long to, const void *from, size_t n)
{
	memcpy((void *)(uintptr_t)to, from, n);
	return behave(current, "upload");
}

CALL(cuMemcpyDtoH_v2, void *to, unsigned long long from, size_t n)
{
	memcpy(to, (const void *)(uintptr_t)from, n);
	if (value(current, "wrong memory"))
		*(char *)to ^= 1;
	return behave(current, "download");
}

CALL(cuMemcpyDtoD_v2, unsigned long long to, unsigned long long from, size_t n)
{
	memcpy((void *)(uintptr_t)to, (const void *)(uintptr_t)from, n < 4096 ? n : 4096);
	usleep(1000);
	return behave(current, "copy");
}

/* --- device code ------------------------------------------------------------------------- */

static int isa(void)
{
	return number(-1, "isa", 83);
}

static int ptx_runs(int arch, int version, int suffix, int cc)
{
	if (suffix == 'a' ? arch != cc : arch > cc)
		return 209;
	if (getenv("CUDA_DISABLE_PTX_JIT"))
		return 223;
	return version > isa() ? 222 : 0;
}

static int load_ptx(const char *text, int cc)
{
	const char *version = strstr(text, "\n.version "), *target = strstr(text, "\n.target sm_");
	int major = 0, minor = 0, arch = 0;
	char suffix = 0;

	if (strncmp(text, ".version ", 9) == 0)
		version = text - 1;
	if (!version || !target || sscanf(version + 10, "%d.%d", &major, &minor) != 2 ||
	    sscanf(target + 12, "%d%c", &arch, &suffix) < 1)
		return 218;
	return ptx_runs(arch, major * 10 + minor, suffix, cc);
}

static int sass_runs(int arch, int suffix, int cc)
{
	return suffix == 'a' ? arch == cc : arch / 10 == cc / 10 && arch % 10 <= cc % 10;
}

static uint64_t le(const unsigned char *p, int n)
{
	uint64_t v = 0;

	while (n--)
		v = v << 8 | p[n];
	return v;
}

/* Magic, version 1, 16 bytes of header, then the size of what follows. */
static int load_fatbin(const unsigned char *p, int cc)
{
	const unsigned char *at = p + 16, *end = at + le(p + 8, 8);
	const char *zstd = value(-1, "zstd");
	int rc = 209;

	while (at + 64 <= end) {
		int kind = (int)le(at, 2), arch = (int)le(at + 28, 4);
		uint64_t flags = le(at + 40, 8);
		int suffix = flags & 0x100000 ? 'a' : 0, one = 209;

		if ((flags & 0x8000) && zstd && strcmp(zstd, "no") == 0)
			return 200;
		if (kind == 2)
			one = sass_runs(arch, suffix, cc) && !value(-1, "sass") &&
					!getenv("CUDA_FORCE_PTX_JIT") ? 0 : 209;
		else if (kind == 1)
			one = ptx_runs(arch, (int)(le(at + 26, 2) * 10 + le(at + 24, 2)), suffix,
				       cc);
		if (one == 0)
			return 0;
		if (one != 209)
			rc = one;
		at += le(at + 4, 4) + le(at + 8, 8);
	}
	return rc;
}

/* A real cubin says its target in the flags; a stand-in says it in words. */
static int load_cubin(const unsigned char *p, int cc)
{
	int arch = 0;

	if (sscanf((const char *)p, "CUBIN sm_%d", &arch) != 1)
		arch = (int)(p[8] >= 8 ? le(p + 49, 1) : le(p + 48, 1));
	return sass_runs(arch, 0, cc) ? 0 : 209;
}

CALL(cuModuleLoadDataEx, void **module, const void *image, unsigned n, int *options, void **values)
{
	const unsigned char *p = image;
	const char *call = "load-ptx";
	int cc = cc_of(current), rc;

	if (memcmp(p, "\x50\xed\x55\xba", 4) == 0)
		call = "load-fatbin";
	else if (memcmp(p, "\177ELF", 4) == 0 || memcmp(p, "CUBIN", 5) == 0)
		call = "load-cubin";
	*module = &n_seen;
	rc = behave(current, "load");
	if (rc == 0)
		rc = behave(current, call);
	if (rc == 0)
		rc = call[5] == 'p' ? load_ptx(image, cc)
		     : call[5] == 'f' ? load_fatbin(p, cc) : load_cubin(p, cc);
	if (rc == 222 && n == 2 && options[0] == 5 && options[1] == 6)
		snprintf(values[0], (uintptr_t)values[1],
			 "ptxas: Unsupported .version; current version is '%d.%d'",
			 isa() / 10, isa() % 10);
	return rc;
}

CALL(cuModuleUnload, void *module)
{
	return module ? 0 : 1;
}

static int fill, multiply;

CALL(cuModuleGetFunction, void **ret, void *module, const char *name)
{
	(void)module;
	*ret = strcmp(name, "probe_fill") == 0 ? &fill : strcmp(name, "probe_multiply") == 0
	       ? &multiply : NULL;
	return *ret ? behave(current, "function") : 500;
}

static int is_wrong(const char *kernel)
{
	const char *wrong = value(current, "wrong");

	return wrong && strcmp(wrong, kernel) == 0;
}

static void run_fill(void **a)
{
	unsigned *out = (unsigned *)(uintptr_t)*(unsigned long long *)a[0];
	unsigned n = *(unsigned *)a[1], seed = *(unsigned *)a[2];

	for (unsigned i = 0; i < n; i++)
		out[i] = (i * 2654435761u) ^ seed;
	if (is_wrong("fill"))
		out[4711] ^= 0x10;
}

static void run_multiply(void **arg)
{
	const float *a = (const float *)(uintptr_t)*(unsigned long long *)arg[0];
	const float *b = (const float *)(uintptr_t)*(unsigned long long *)arg[1];
	float *c = (float *)(uintptr_t)*(unsigned long long *)arg[2];
	unsigned n = *(unsigned *)arg[3];

	memset(c, 0, sizeof *c * n * n);
	for (unsigned i = 0; i < n; i++)
		for (unsigned k = 0; k < n; k++)
			for (unsigned j = 0; j < n; j++)
				c[i * n + j] += a[i * n + k] * b[k * n + j];
	if (is_wrong("multiply"))
		c[37 * 3] += 1;
}

CALL(cuLaunchKernel, void *f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by,
	unsigned bz, unsigned shared, void *stream, void **arguments, void **extra)
{
	int rc = behave(current, "launch");

	(void)gx, (void)gy, (void)gz, (void)bx, (void)by, (void)bz, (void)shared, (void)stream;
	(void)extra;
	if (rc)
		return rc;
	(f == &fill ? run_fill : run_multiply)(arguments);
	return 0;
}

CALL(cuCtxSynchronize, void)
{
	return behave(current, "finish");
}

CALL(cuGetErrorString, int code, const char **ret)
{
	static const struct { int code; const char *text; } all[] = {
		{ 2, "out of memory" },
		{ 3, "initialization error" },
		{ 46, "CUDA-capable device(s) is/are busy or unavailable" },
		{ 100, "no CUDA-capable device is detected" },
		{ 101, "invalid device ordinal" },
		{ 200, "device kernel image is invalid" },
		{ 209, "no kernel image is available for execution on the device" },
		{ 214, "uncorrectable ECC error encountered" },
		{ 221, "PTX JIT compiler library not found" },
		{ 222, "the provided PTX was compiled with an unsupported toolchain." },
		{ 700, "an illegal memory access was encountered" },
		{ 719, "unspecified launch failure" },
		{ 802, "system not yet initialized" },
		{ 803, "system has unsupported display driver / cuda driver combination" },
		{ 804, "forward compatibility was attempted on non supported HW" },
		{ 999, "unknown error" },
	};

	*ret = NULL;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		if (all[i].code == code)
			*ret = all[i].text;
	return *ret ? 0 : 1;
}
