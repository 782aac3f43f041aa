#include "read/host/csv.h"

#include "fact/sm.h"
#include "read/host/field.h"

bool cells_cut(struct span line, struct cells *ret)
{
	struct span part;

	ret->n = 0;
	while (span_next(&line, ',', &part)) {
		if (ret->n == CELLS_MAX)
			return false;
		ret->v[ret->n++] = span_trim(part);
	}
	return true;
}

/* "8.9" and "12.0": a compute capability has one digit behind its dot. */
static bool is_capability(struct span s)
{
	struct sm sm;

	return span_find_char(s, '.') == (ptrdiff_t)s.n - 2 && sm_parse(s, &sm);
}

bool cell_open(struct span s)
{
	return !(span_ends(s, "]") || span_ends(s, "MiB") || span_ends(s, "%") ||
		 span_is(s, "N/A") || field_is_bus_id(s) || is_capability(s) ||
		 (span_starts(s, "GPU-") && s.n == 40) || (span_starts(s, "0x") && s.n == 10));
}
