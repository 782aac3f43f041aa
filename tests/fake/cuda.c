/* A stand-in for libcuda.so.1 that says the version in FAKE_CUDA: 12040, or -34: an error. */
#include <stdlib.h>

int cuDriverGetVersion(int *ret);

__attribute__((visibility("default"))) int cuDriverGetVersion(int *ret)
{
	const char *v = getenv("FAKE_CUDA");
	int n = v ? (int)strtol(v, NULL, 10) : 0;

	*ret = n;
	return n < 0 ? -n : 0;
}
