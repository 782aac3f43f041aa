#include "fuzz/host_format.h"

/* Logs of nvidia-smi -q. */
int fuzz_one(const uint8_t *data, size_t n)
{
	fuzz_format(data, n, &format_smi_q);
	return 0;
}
