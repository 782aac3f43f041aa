#include <string.h>

#include "fact/conda_spec.h"

/* "=2.1", "2.1.*" and "2.1*" are "==2.1.*"; "2.1" is "==2.1". */
static const char *clause_of(struct arena *a, struct span s)
{
	bool fuzzy = span_take(&s, "=") && !span_take(&s, "=");

	if (s.n == 0 || !ascii_digit(s.p[0]))
		return arena_span(a, s);
	if (span_ends(s, "*") && !span_ends(s, ".*"))
		return arena_printf(a, "==" SPAN_FMT ".*", SPAN_ARG(span_sub(s, 0, s.n - 1)));
	return arena_printf(a, "==" SPAN_FMT "%s", SPAN_ARG(s),
			    fuzzy && !span_ends(s, "*") ? ".*" : "");
}

const char *conda_pep440(struct arena *a, const char *version)
{
	struct span rest = span_of(version), clause;
	const char *ret = "";

	if (!version || strcmp(version, "*") == 0)
		return "";
	if (strpbrk(version, "|()"))
		return NULL;
	while (span_next(&rest, ',', &clause))
		ret = arena_printf(a, "%s%s%s", ret, *ret ? "," : "",
				   clause_of(a, span_trim(clause)));
	return ret;
}
