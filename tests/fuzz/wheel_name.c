/* File names of wheels: a file name that was taken reads as the same wheel again. */
#include <stdint.h>

#include "fact/wheel.h"

int fuzz_one(const uint8_t *data, size_t n);

int fuzz_one(const uint8_t *data, size_t n)
{
	ARENA_AUTO a = { 0 };
	struct wheel w, again;
	struct err e;

	if (wheel_parse(&a, (struct span){ (const char *)data, n }, &w, &e))
		return 0;
	wheel_fits(&w, (struct python){ 3, 12, false }, "linux-64", "2.31");
	wheel_glibc(&a, &w);
	if (!strpbrk(w.file, "%?#/\\") &&
	    (wheel_parse(&a, span_of(w.file), &again, &e) || strcmp(w.name, again.name) != 0))
		abort();
	return 0;
}
