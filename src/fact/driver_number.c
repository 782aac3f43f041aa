#include "fact/driver_number.h"

#include <stdbool.h>

enum { PARTS = 4 };

/* False: something else than numbers between dots, or more than four. */
static bool cut(struct span v, struct span part[PARTS], size_t *n)
{
	uint64_t number;

	for (*n = 0; *n < PARTS && span_next(&v, '.', &part[*n]); (*n)++)
		if (!span_u64(part[*n], &number))
			return false;
	return !v.n;
}

/*
 * The build's last digit before it and four digits, behind the version of Windows' own model, 6.14
 * and later: "1.00.0011.0000" is of another file. Intel counts its own as 20.19 and 21.20.
 */
static bool is_windows(const struct span part[PARTS], size_t n)
{
	struct span build = n == PARTS ? part[2] : (struct span){ NULL, 0 };

	return n == PARTS && (part[0].n == 2 || (part[0].n == 1 && part[0].p[0] > '5')) &&
	       part[0].p[0] != '0' && build.n >= 2 && build.n <= 4 && part[3].n == 4 &&
	       build.p[build.n - 2] == '1' && !span_is(part[1], "19") && !span_is(part[1], "20");
}

bool driver_number_plain(struct span v)
{
	return v.n >= 6 && v.n <= 10 && span_find_char(v, '.') == 3 && v.p[0] >= '1' &&
	       v.p[0] <= '6' && (v.n <= 7 || (v.n >= 9 && v.p[v.n - 3] == '.')) &&
	       span_digits(v, ".") && span_find(v, "..") < 0 && v.p[v.n - 1] != '.';
}

bool driver_number_windows(struct span v)
{
	struct span part[PARTS];
	size_t n;

	return cut(v, part, &n) && is_windows(part, n);
}

const char *driver_number(struct arena *a, struct span v)
{
	struct span part[PARTS];
	size_t n;

	if (!cut(v, part, &n) || n < 3)
		return NULL;
	if (is_windows(part, n))
		return arena_printf(a, "%c%.2s.%.2s", part[2].p[part[2].n - 1], part[3].p,
				    part[3].p + 2);
	if (part[0].n != 3 || part[0].p[0] < '3' || part[0].p[0] > '6' || part[2].n > 2 ||
	    (n == PARTS && !span_is(part[3], "0")))
		return NULL;
	if (span_is(part[2], "0"))
		return arena_printf(a, SPAN_FMT "." SPAN_FMT, SPAN_ARG(part[0]), SPAN_ARG(part[1]));
	return arena_printf(a, SPAN_FMT "." SPAN_FMT "." SPAN_FMT SPAN_FMT, SPAN_ARG(part[0]),
			    SPAN_ARG(part[1]), (int)(part[2].n == 1), "0", SPAN_ARG(part[2]));
}
