#include "door/cuda.h"

#include "door/dl.h"

struct api {
	int (*version)(int *ret);
};

static const struct dl_symbol symbols[] = {
	{ offsetof(struct api, version), true, { "cuDriverGetVersion" } },
};

static const char *const usual[] = { "libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1", NULL };

int cuda_driver_version(const char *library)
{
	const char *const one[] = { library, NULL };
	struct api api;
	struct err e;
	void *handle;
	int version;

	if (dl_load(library ? one : usual, symbols, 1, &api, &handle, &e))
		return 0;
	return api.version(&version) == 0 && version >= 1000 ? version : 0;
}
