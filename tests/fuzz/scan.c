/* The streaming scanner, fed pieces whose length the first byte says. */
#include <stdlib.h>

#include "read/package/scan_private.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	size_t step = n ? data[0] % 97 + 1 : 1;
	struct scan *s = malloc(sizeof *s);
	ARENA_AUTO a = { 0 };
	struct library l;

	if (!s)
		return 0;
	scan_start(s, n && data[0] == '!' ? "x.lib" : "libtorch_python.so", n);
	do {
		for (size_t at = 0; at < n; at += step)
			scan_feed(s, data + at, n - at < step ? n - at : step);
	} while (scan_again(s));
	scan_result(s, &a, true, &l);
	scan_free(s);
	free(s);
	return 0;
}
