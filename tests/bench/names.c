/* Wheel names, one to a line on stdin, parsed again and again until 1,000 and 10,000 are done. */
#include "bench/clock.h"
#include "fact/wheel.h"
#include "os/io.h"

enum { SMALL = 1000, BIG = 10000 };

/* CPU seconds for n names; less than 0: one is no wheel name. */
static double measure(const struct span *names, size_t have, size_t n)
{
	ARENA_AUTO a = { 0 };
	double begin = cpu_seconds();

	for (size_t i = 0; i < n; i++) {
		struct wheel w;
		struct err e;

		if (wheel_parse(&a, names[i % have], &w, &e) < 0)
			return -1;
	}
	return cpu_seconds() - begin;
}

int main(void)
{
	ARENA_AUTO a = { 0 };
	struct { struct span *v; size_t n, room; } names = { 0 };
	struct span text, line;
	struct err e;
	double small, big;

	if (io_read(&a, "-", IO_MAX, &text, &e)) {
		fprintf(stderr, "names: %s\n", e.text);
		return 1;
	}
	while (span_line(&text, &line))
		ARRAY_ADD(&a, names) = line;
	if (!names.n)
		return 1;
	small = measure(names.v, names.n, SMALL);
	big = measure(names.v, names.n, BIG);
	if (small < 0 || big < 0)
		return 1;
	print_row("wheel names, CPU time", small, big);
	return 0;
}
