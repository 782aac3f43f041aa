/* Three lines: a name, a PCI id with its subsystem, a driver version. */
#include "know/driver_release.h"
#include "know/gpu.h"

int fuzz_one(const uint8_t *data, size_t n);

static struct matrix *matrix(void)
{
	static struct arena arena;
	static struct matrix *m;
	struct err e;

	if (!m && matrix_open(&arena, NULL, &m, &e) < 0)
		abort();
	return m;
}

static void check(int r, const struct cards *cards)
{
	if (r < 0 || (cards->how == SM_SOURCE_NONE) != (cards->all.n == 0) ||
	    (cards->sms.n == 0) != (cards->all.n == 0))
		abort();
}

int fuzz_one(const uint8_t *data, size_t n)
{
	struct span rest = { (const char *)data, n }, line = SPAN("");
	ARENA_AUTO a = { 0 };
	struct driver_branch branch;
	struct driver_need need;
	struct cards cards;
	const char *id, **names, *version;
	struct err e;

	span_line(&rest, &line);
	check(gpu_by_text(matrix(), &a, line, &cards, &e), &cards);
	if (gpu_nearest(matrix(), &a, line, 3, &names, &n, &e) < 0 || n > 3)
		abort();
	span_line(&rest, &line);
	id = arena_span(&a, line);
	check(gpu_by_pci(matrix(), &a, id, line.n > 10 ? id + 10 : NULL, &cards, &e), &cards);
	span_line(&rest, &line);
	for (int os = DRIVER_LINUX; os <= DRIVER_WINDOWS; os++) {
		driver_branch(matrix(), &a, line, (enum driver_os)os, &branch, &e);
		driver_newest(matrix(), &a, line, (enum driver_os)os, &version, NULL, &e);
		driver_need(matrix(), &a, line, (enum driver_os)os, &need, &e);
	}
	return 0;
}
