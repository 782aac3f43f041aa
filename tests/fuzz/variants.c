/* The variants of a release, what an installer takes of them, and the one of a wheel. */
#include "plan/variant_pick.h"
#include "read/package/variant.h"

int fuzz_one(const uint8_t *data, size_t n);

/* Two GPUs and a driver: every rule of the choice is asked. */
static struct host machine(struct arena *a)
{
	struct host h = host_new("fuzz");

	h.driver = "580.95.05";
	h.driver_cuda = "13.0";
	for (int i = 0; i < 2; i++) {
		struct gpu g = gpu_new(i);

		g.sm = (struct sm){ i ? 12 : 8, i ? 0 : 6, 0 };
		ARRAY_ADD(a, h.gpus) = g;
	}
	return h;
}

int fuzz_one(const uint8_t *data, size_t n)
{
	struct span text = { (const char *)data, n };
	ARENA_AUTO a = { 0 };
	struct package p = { 0 }, one = { .label = "cu126" };
	struct catalogue c = { .arena = &a };
	struct host h = machine(&a);
	struct hosts hosts = { .v = &h, .n = 1, .room = 1 };
	struct err e;

	variant_read(&a, text, &one);
	if (!variants_is(text) || variants_read(&a, text, "torch-2.8.0-variants.json", &p, &e))
		return 0;
	variant_pick(&a, &c, &p, &hosts);
	for (size_t i = 0; i < p.variants->v.n; i++)
		variant_left_out(&a, &c, &p, &p.variants->v.v[i]);
	return 0;
}
