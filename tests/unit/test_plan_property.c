#include "plan/plan.h"
#include "unit/world.h"

/* What must hold whatever the facts are. */
/* The answer for GPUs "61 89" under a driver. */
static struct answer ask(struct arena *a, const struct catalogue *c, const char *gpus,
	const char *driver, bool all)
{
	struct host h = host_new("test");
	struct hosts hosts = { .v = &h, .n = 1 };
	struct wish wish = { .all = all };
	struct span rest = span_of(gpus), word;
	struct answer ret;
	struct err e;

	h.platform = "linux-64";
	h.driver = driver;
	h.gpus_known = true;
	while (span_word(&rest, &word)) {
		struct gpu g = gpu_new((int)h.gpus.n);

		assert_true(sm_parse(word, &g.sm));
		ARRAY_ADD(a, h.gpus) = g;
	}
	assert_int_equal(plan_answer(a, c, &hosts, &wish, &ret, &e), 0);
	return ret;
}

static bool has_build(const struct answer *answer, const struct build *b)
{
	for (size_t i = 0; i < answer->n_plans; i++)
		if (answer->plans[i].build == b)
			return true;
	return false;
}

static void assert_keeps(const struct answer *before, const struct answer *after, const char *what)
{
	for (size_t i = 0; i < before->n_plans; i++)
		if (before->plans[i].build->cuda.major && !has_build(after, before->plans[i].build))
			fail_msg("%s loses %s+%s", what, before->plans[i].build->torch,
				 before->plans[i].build->variant);
}

static const char *const drivers[] = {
	"340.108", "390.157", "396.26", "410.48", "418.39", "440.33", "450.36.06", "450.80.02",
	"455.23.05", "470.82.01", "520.61.05", "525.60.13", "535.54.03", "550.54.15", "570.26",
	"580.65.06", "590.44.01", "595.45.04", "610.43.02", "615.10",
};
enum { DRIVERS = sizeof drivers / sizeof *drivers };

TEST(plan_larger_driver_never_loses)
{
	static const struct {
		const char *gpus;
		int last; /* branch */
	} rows[] = { { "37", 470 }, { "61", 580 }, { "70", 580 }, { "75", 999 }, { "80", 999 },
		     { "89", 999 }, { "90", 999 }, { "120", 999 }, { "61 89", 580 } };
	struct world w;

	world_open(&w, NULL);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		for (size_t k = 0; k + 1 < DRIVERS; k++) {
			ARENA_AUTO a = { 0 };
			struct answer before, after;

			if ((int)strtol(drivers[k + 1], NULL, 10) > rows[i].last)
				continue;
			before = ask(&a, &w.c, rows[i].gpus, drivers[k], true);
			after = ask(&a, &w.c, rows[i].gpus, drivers[k + 1], true);
			if (!before.parts)
				assert_keeps(&before, &after, drivers[k + 1]);
		}
	}
	world_close(&w);
}

TEST(plan_order_of_gpus_does_not_matter)
{
	static const char *const pairs[][2] = {
		{ "61 89", "89 61" }, { "37 80", "80 37" }, { "70 120", "120 70" },
		{ "61 120", "120 61" }, { "50 75 90", "90 50 75" },
	};
	struct world w;

	world_open(&w, NULL);
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
		for (size_t k = 0; k < DRIVERS; k++) {
			ARENA_AUTO a = { 0 };
			struct answer x = ask(&a, &w.c, pairs[i][0], drivers[k], false);
			struct answer y = ask(&a, &w.c, pairs[i][1], drivers[k], false);

			assert_int_equal(x.exit, y.exit);
			assert_int_equal(x.n_plans, y.n_plans);
			for (size_t p = 0; p < x.n_plans; p++)
				assert_true(has_build(&y, x.plans[p].build));
			assert_ptr_equal(x.plans[0].build, y.plans[0].build);
		}
	}
	world_close(&w);
}

/* The catalogue without one release; its builds are copies, told apart by what they are. */
static struct catalogue without(struct arena *a, const struct catalogue *c, int rank)
{
	const struct platform_builds *p = catalogue_builds(c, "linux-64");
	struct build *v = arena_array(a, p->n, sizeof *v);
	struct catalogue ret = *c;
	size_t n = 0;

	for (size_t i = 0; i < p->n; i++)
		if (p->v[i].rank != rank)
			v[n++] = p->v[i];
	ret.arena = a;
	memset(&ret.platforms, 0, sizeof ret.platforms);
	catalogue_add(&ret, "linux-64", v, n);
	return ret;
}

static bool has_same(const struct answer *answer, const struct build *b)
{
	for (size_t i = 0; i < answer->n_plans; i++) {
		const struct build *x = answer->plans[i].build;

		if (x->rank == b->rank && strcmp(x->variant, b->variant) == 0 &&
		    strcmp(x->channel, b->channel) == 0 &&
		    (x->build == b->build ||
		     (x->build && b->build && strcmp(x->build, b->build) == 0)))
			return true;
	}
	return false;
}

TEST(plan_removing_a_release_adds_none)
{
	struct world w;

	world_open(&w, NULL);
	for (size_t rank = 1; rank <= w.c.releases.n; rank += 3) {
		ARENA_AUTO a = { 0 };
		struct catalogue less = without(&a, &w.c, (int)rank);
		struct answer before = ask(&a, &w.c, "61 89", "550.54.15", true);
		struct answer after = ask(&a, &less, "61 89", "550.54.15", true);

		assert_true(after.n_plans <= before.n_plans);
		for (size_t i = 0; i < after.n_plans; i++)
			assert_true(has_same(&before, after.plans[i].build));
	}
	world_close(&w);
}

/* Every plan covers every GPU, every refusal has a reason, and the two never name one build. */
TEST(plan_all_gives_every_build_one_verdict)
{
	struct world w;

	world_open(&w, NULL);
	for (size_t k = 0; k < DRIVERS; k += 3) {
		ARENA_AUTO a = { 0 };
		struct answer x = ask(&a, &w.c, "70 89", drivers[k], true);

		for (size_t i = 0; i < x.n_rejected; i++) {
			assert_true(x.rejected[i].reasons.n > 0);
			if (!x.cpu_only && !x.parts)
				assert_false(has_build(&x, x.rejected[i].build));
		}
		for (size_t i = 0; i < x.n_plans && !x.cpu_only && !x.parts; i++)
			assert_int_equal(x.plans[i].n_gpus, 2);
		if (!x.cpu_only && !x.parts && x.n_plans + x.n_rejected != x.n_judged)
			fail_msg("%s: %zu plans, %zu refused of %zu", drivers[k], x.n_plans,
				 x.n_rejected, x.n_judged);
	}
	world_close(&w);
}
