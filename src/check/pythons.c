/* Sets of Pythons: all that torch is built for, and what specifiers admit of them. */
#include "check/declared.h"
#include "check/lines_solved_private.h"

struct python_set pythons_all(const struct checkup *k)
{
	return catalogue_pythons(k->c);
}

/* "3.10.4" is one of 3.10. */
static struct python_set of_pin(struct span version)
{
	struct python_set ret = { 0 };
	struct python p;

	if (python_parse(version, &p)) {
		python_set_add(&ret, p);
		p.free_threaded = true;
		python_set_add(&ret, p);
	}
	return ret;
}

struct python_set pythons_of(struct checkup *k, const char *specs)
{
	struct python_set all = pythons_all(k), ret = { 0 };
	struct pep440_set set;
	struct err e;

	if (!specs || !*specs || pep440_set_parse(k->arena, span_of(specs), &set, &e) || !set.n)
		return ret;
	if (pep440_set_pin(&set))
		return of_pin(span_trim(pep440_set_pin(&set)->text));
	for (unsigned n = 0; n < 64; n++) {
		struct python p = { n / 2 ? 3 : 2, n / 2 ? (uint8_t)(n / 2) : 7, n & 1u };

		if (python_set_has(all, p) && declared_admits(k->arena, &set, p))
			python_set_add(&ret, p);
	}
	return ret;
}
