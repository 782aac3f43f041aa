#include "fuzz/host_format.h"

/* The table of nvidia-smi, read from every line on. */
int fuzz_one(const uint8_t *data, size_t n)
{
	fuzz_format(data, n, &format_smi_table);
	return 0;
}
