#include "fuzz/host_format.h"

/* Rows of --query-gpu, with and without header. */
int fuzz_one(const uint8_t *data, size_t n)
{
	fuzz_format(data, n, &format_smi_csv);
	fuzz_format(data, n, &format_smi_csv_bare);
	return 0;
}
