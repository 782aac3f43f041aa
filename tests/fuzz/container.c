#include <string.h>

#include "base/bytes.h"
#include "read/package/container.h"

int fuzz_one(const uint8_t *data, size_t n);

/* A library of which a container is picked: what is handed to a driver must be whole. */
int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct blob s = blob_memory("fuzz", data, n);
	struct container c;
	struct err e;

	if (container_pick(&a, &s, &c, &e))
		return 0;
	if (le64((const uint8_t *)c.bytes.p + 8) + 16 != c.bytes.n)
		__builtin_trap();
	if (c.cubins.n && le64((const uint8_t *)c.cubins.p + 8) + 16 != c.cubins.n)
		__builtin_trap();
	return 0;
}
