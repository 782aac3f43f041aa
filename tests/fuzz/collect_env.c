#include "fuzz/host_format.h"

/* Outputs of collect_env. */
int fuzz_one(const uint8_t *data, size_t n)
{
	fuzz_format(data, n, &format_collect_env);
	return 0;
}
