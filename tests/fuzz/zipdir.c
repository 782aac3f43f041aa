#include "read/package/package_open.h"
#include "read/package/wheel_private.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct blob s = blob_memory("fuzz.whl", data, n);
	struct inspect_options o = { .depth = DEPTH_EXACT, .hashes = true, .threads = 1 };
	struct package p = { 0 };
	struct err e;

	if (wheel_read(&a, &s, &o, &p, &e) == 0)
		package_sum(&a, &p);
	return 0;
}
