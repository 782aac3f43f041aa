/* Versions and specifier sets: what is parsed prints as the same, and orders as it is. */
#include <stdint.h>

#include "fact/pep440_set.h"

int fuzz_one(const uint8_t *data, size_t n);

static void check_version(struct span s)
{
	struct pep440 v;

	if (pep440_parse(s, &v) && pep440_cmp_text(s, s) != 0)
		abort();
}

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct span all = { (const char *)data, n }, first, second;
	struct pep440_set set;
	struct err e;

	span_next(&all, '\n', &first);
	second = all;
	check_version(first);
	check_version(second);
	if ((pep440_cmp_text(first, second) < 0) != (pep440_cmp_text(second, first) > 0))
		abort();
	if (pep440_set_parse(&a, first, &set, &e) == 0) {
		pep440_set_has(&set, second, PEP440_PRE_NAMED);
		if (pep440_set_parse(&a, span_of(pep440_set_text(&a, &set)), &set, &e))
			abort();
	}
	return 0;
}
