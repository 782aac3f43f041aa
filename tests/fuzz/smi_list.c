#include "fuzz/host_format.h"

/* Lists of nvidia-smi -L. */
int fuzz_one(const uint8_t *data, size_t n)
{
	fuzz_format(data, n, &format_smi_list);
	return 0;
}
