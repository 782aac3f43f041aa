/* Versions and version specs of conda: orders are consistent, a printed spec means the same. */
#include <stdint.h>
#include <string.h>

#include "fact/conda_spec.h"
#include "read/conda_spec.h"

int fuzz_one(const uint8_t *data, size_t n);

static void check_order(struct span a, struct span b)
{
	struct conda_version v;

	if ((conda_version_cmp_text(a, b) < 0) != (conda_version_cmp_text(b, a) > 0))
		abort();
	if (conda_version_parse(a, &v) &&
	    (conda_version_cmp(&v, &v) != 0 || !conda_version_starts(&v, &v)))
		abort();
}

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct span all = { (const char *)data, n }, first, second;
	struct conda_spec spec, again;
	const char *text;
	struct err e;

	span_next(&all, '\n', &first);
	second = all;
	check_order(first, second);
	if (conda_spec_parse(&a, first, &spec, &e))
		return 0;
	text = conda_spec_text(&a, &spec); /* "1*" is printed as "1.*": many may pass the limit */
	if (strlen(text) > CONDA_SPEC_MAX)
		return 0;
	if (conda_spec_parse(&a, span_of(text), &again, &e))
		abort();
	if (conda_spec_has(&spec, second) != conda_spec_has(&again, second))
		abort();
	return 0;
}
