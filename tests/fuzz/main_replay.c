/* Runs a fuzz target over the files named, so that seeds and past crashes are ordinary tests. */
#include <stdint.h>

#include "base/arena.h"
#include "os/io.h"

int fuzz_one(const uint8_t *data, size_t n);

int main(int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		ARENA_AUTO a = { 0 };
		struct span s;
		struct err e;

		if (io_read(&a, argv[i], IO_MAX, &s, &e)) {
			fprintf(stderr, "%s\n", e.text);
			return 1;
		}
		fuzz_one((const uint8_t *)s.p, s.n);
	}
	return 0;
}
