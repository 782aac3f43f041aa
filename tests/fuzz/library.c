/* ELF, PE, static libraries, fatbins and PTX, as files that can be sought. */
#include "read/package/elf_private.h"
#include "read/package/package_check.h"
#include "read/package/package_open.h"

int fuzz_one(const uint8_t *data, size_t n);

static bool any(struct span name)
{
	return name.n > 0;
}

/* What it calls, and whether it has that itself. */
static void symbols(struct arena *a, const uint8_t *data, size_t n)
{
	struct memory_view v = view_memory(data, n);
	struct strings names = { 0 };
	bool found[8] = { false };
	struct elf elf;

	if (elf_header(&v.view, &elf) == 0 &&
	    elf_undefined(&v.view, &elf, a, any, sizeof found, &names) == 0)
		(void)elf_exports(&v.view, &elf, &names, found);
}

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct blob s = blob_memory("libtorch_cuda.so", data, n);
	struct inspect_options o = { .depth = DEPTH_EXACT, .threads = 1 };
	struct package p = { 0 };
	struct err e;

	if (package_open_blob(&a, &s, &o, &p, &e) == 0) {
		package_sum(&a, &p);
		package_check(&a, &p);
	}
	symbols(&a, data, n);
	return 0;
}
