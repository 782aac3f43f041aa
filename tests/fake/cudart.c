/*
 * A stand-in for libcudart.so.N of the version in FAKE_CUDART (12040): it finds the driver as the
 * real one does, wants at least its own major, and passes on what the driver answers.
 */
#include <dlfcn.h>
#include <stdlib.h>

#define API __attribute__((visibility("default")))
#define CALL(name, ...) API int name(__VA_ARGS__); API int name(__VA_ARGS__)

static int own(void)
{
	const char *v = getenv("FAKE_CUDART");

	return v ? (int)strtol(v, NULL, 10) : 12040;
}

static int ask(const char *name, int argument, int *ret)
{
	void *handle = dlopen("libcuda.so.1", RTLD_NOW);
	void *p = handle ? dlsym(handle, name) : NULL;
	int (*with)(unsigned);
	int (*into)(int *);

	if (!p)
		return 35;
	if (!ret) {
		__builtin_memcpy(&with, &p, sizeof p);
		return with((unsigned)argument);
	}
	__builtin_memcpy(&into, &p, sizeof p);
	return into(ret);
}

CALL(cudaRuntimeGetVersion, int *ret)
{
	*ret = own();
	return 0;
}

CALL(cudaGetDeviceCount, int *ret)
{
	int driver = 0, rc;

	*ret = 0;
	rc = ask("cuDriverGetVersion", 0, &driver);
	if (rc)
		return rc;
	if (driver / 1000 < own() / 1000)
		return 35;
	rc = ask("cuInit", 0, NULL);
	return rc ? rc : ask("cuDeviceGetCount", 0, ret);
}

API const char *cudaGetErrorString(int code);
API const char *cudaGetErrorString(int code)
{
	return code == 35 ? "CUDA driver version is insufficient for CUDA runtime version" : NULL;
}
