/* ELF, PE, static libraries, fatbins and PTX, as files that can be sought. */
#include "read/package/package_check.h"
#include "read/package/package_open.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct blob s = blob_memory("libtorch_cuda.so", data, n);
	struct inspect_options o = { .depth = DEPTH_EXACT, .threads = 1 };
	struct package p = { 0 };
	struct err e;

	if (package_open_blob(&a, &s, "libtorch_cuda.so", &o, &p, &e) == 0) {
		package_sum(&a, &p);
		package_check(&a, &p);
	}
	return 0;
}
