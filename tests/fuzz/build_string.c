/* Build strings of conda. */
#include <stdint.h>

#include "fact/conda_build.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct conda_build b;
	struct err e;

	if (conda_build_parse(&a, (struct span){ (const char *)data, n }, &b, &e))
		return 0;
	if (b.number < -1 || (b.kind != CONDA_KIND_CUDA && b.cuda) ||
	    (!b.python && !python_set_empty(b.pythons)))
		abort();
	return 0;
}
