/* Requirements, markers and wishes. */
#include <stdint.h>

#include "fact/wish.h"
#include "read/wish.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct span s = { (const char *)data, n };
	struct marker_env env = marker_env_of("3.12", "linux-64");
	struct requirement r;
	struct package_wish w;
	struct err e;

	if (requirement_parse(&a, s, &r, &e) == 0)
		requirement_applies(&r, &env);
	if (wish_parse(&a, s, &w, &e) == 0)
		wish_has(&w, SPAN("2.5.1+cu124"));
	return 0;
}
