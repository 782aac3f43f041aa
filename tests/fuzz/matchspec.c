/* Specs and records of conda: the canonical form reads as the same spec. */
#include <stdint.h>

#include "fact/matchspec.h"
#include "read/matchspec.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct span all = { (const char *)data, n }, first, second;
	struct conda_record record;
	struct matchspec spec;
	struct err e;

	span_next(&all, '\n', &first);
	second = all;
	if (matchspec_parse(&a, first, &spec, &e))
		return 0;
	if (strlen(matchspec_text(&a, &spec)) == 0)
		abort();
	if (conda_record_parse(&a, second, &record, &e) == 0)
		matchspec_has(&spec, &record);
	return 0;
}
