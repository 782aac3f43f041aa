#include "door/cuda.h"

#include <stdint.h>

#include "os/dl.h"


#define AT(field) offsetof(struct cuda, field)

static const struct dl_symbol symbols[] = {
	{ AT(init), true, { "cuInit" } },
	{ AT(version), true, { "cuDriverGetVersion" } },
	{ AT(count), true, { "cuDeviceGetCount" } },
	{ AT(device), true, { "cuDeviceGet" } },
	{ AT(name), false, { "cuDeviceGetName" } },
	{ AT(uuid), false, { "cuDeviceGetUuid_v2", "cuDeviceGetUuid" } },
	{ AT(bus), false, { "cuDeviceGetPCIBusId" } },
	{ AT(attribute), true, { "cuDeviceGetAttribute" } },
	{ AT(retain), true, { "cuDevicePrimaryCtxRetain" } },
	{ AT(release), false, { "cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease" } },
	{ AT(current), true, { "cuCtxSetCurrent" } },
	{ AT(alloc), true, { "cuMemAlloc_v2" } },
	{ AT(release_memory), true, { "cuMemFree_v2" } },
	{ AT(upload), true, { "cuMemcpyHtoD_v2" } },
	{ AT(download), true, { "cuMemcpyDtoH_v2" } },
	{ AT(copy), true, { "cuMemcpyDtoD_v2" } },
	{ AT(load), true, { "cuModuleLoadDataEx" } },
	{ AT(unload), true, { "cuModuleUnload" } },
	{ AT(function), true, { "cuModuleGetFunction" } },
	{ AT(launch), true, { "cuLaunchKernel" } },
	{ AT(finish), true, { "cuCtxSynchronize" } },
	{ AT(error_text), false, { "cuGetErrorString" } },
};

static const char *const usual[] = { "libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", NULL };

static int load(const char *library, const struct dl_symbol *v, size_t n, struct cuda *ret,
		struct err *e)
{
	const char *const one[] = { library, NULL };
	struct cuda c = { 0 };
	int rc = dl_load(library ? one : usual, v, n, &c, &c.handle, e);

	if (rc == 0)
		*ret = c;
	return rc;
}

int cuda_open(const char *library, struct cuda *ret, struct err *e)
{
	return load(library, symbols, sizeof symbols / sizeof *symbols, ret, e);
}

int cuda_driver_version(const char *library)
{
	static const struct dl_symbol only[] = { { AT(version), true, { "cuDriverGetVersion" } } };
	struct cuda c;
	struct err e;
	int version;

	if (load(library, only, 1, &c, &e))
		return 0;
	return c.version(&version) == 0 && version >= 1000 ? version : 0;
}

void cuda_path(const struct cuda *c, char *to, size_t n)
{
	dl_path(c->handle, to, n);
}

const char *cuda_words(const struct cuda *c, int code)
{
	const char *text = NULL;

	return c->error_text && c->error_text(code, &text) == 0 ? text : NULL;
}

int cuda_load(const struct cuda *c, const void *image, void **module, char *log, size_t n)
{
	enum { ERROR_LOG = 5, ERROR_LOG_SIZE = 6 };
	int options[] = { ERROR_LOG, ERROR_LOG_SIZE }, rc;
	void *values[] = { log, (void *)(uintptr_t)n };

	log[0] = '\0';
	rc = c->load(module, image, 2, options, values);
	log[n - 1] = '\0';
	return rc;
}
