#include "probe/kernels.h"

#include <stdio.h>

extern const char probe_ptx_start[], probe_cu_start[];

/* Source: PTX ISA, release notes. */
const unsigned char kernels_isas[] = {
	32, 40, 41, 42, 43, 50, 60, 61, 62, 63, 64, 65, 70, 71, 72, 73, 74, 75, 76, 77, 78, 80, 81,
	82, 83, 84, 85, 86, 87, 88, 90, 91, 92, 93, 94,
};

const size_t kernels_isas_n = sizeof kernels_isas;

struct span kernels_ptx(void)
{
	return span_of(probe_ptx_start);
}

struct span kernels_source(void)
{
	return span_of(probe_cu_start);
}

bool kernels_ptx_as(int isa, char *to, size_t n)
{
	struct span s = kernels_ptx();
	ptrdiff_t at = span_find(s, "\n.version "), end;
	int used;

	if (at < 0)
		return false;
	end = span_find_char(span_from(s, (size_t)at + 1), '\n');
	used = snprintf(to, n, SPAN_FMT "\n.version %d.%d" SPAN_FMT, (int)at, s.p, isa / 10,
		isa % 10, (int)(s.n - (size_t)(at + 1 + end)), s.p + at + 1 + end);
	return used > 0 && (size_t)used < n;
}
