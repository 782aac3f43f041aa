#include "plan/plan.h"
#include "unit/world.h"

/* A split has the fewest parts that there can be: every partition of random hosts is tried. */

enum { SPLIT_GPUS = 6, SPLIT_HOSTS = 300 };

static const char *const split_sms[] = { "50", "61", "70", "75", "80", "86", "89", "90",
	"100", "103", "120", "121" };
static const char *const split_drivers[] = { "520.56.06", "535.54.03", "570.124.06", "575.51.03",
	"580.65.06", "580.65.06", "610.43.02" };
static const char *const split_wishes[] = { NULL, NULL, ">=1.11.0,<1.13.0", "<2.6", ">=2.7",
	"==2.12.*" };

struct split_host {
	struct sm sm[SPLIT_GPUS];
	size_t n;
	const char *driver, *torch;
	struct python python;
};

/* The answer of pip for the GPUs whose bits are set. */
static struct answer ask_split(struct arena *a, const struct catalogue *c,
	const struct split_host *is, unsigned gpus)
{
	struct host h = host_new("test");
	struct hosts hosts = { .v = &h, .n = 1 };
	struct wish wish = { .n_installers = 1, .installers = { INSTALLER_PIP },
			     .python = is->python };
	struct answer ret;
	struct err e;

	if (is->torch)
		ARRAY_ADD(a, wish.torch) = is->torch;
	h.platform = "linux-64";
	h.driver = is->driver;
	h.gpus_known = true;
	for (size_t i = 0; i < is->n; i++) {
		struct gpu g = gpu_new((int)i);

		g.sm = is->sm[i];
		if (gpus >> i & 1)
			ARRAY_ADD(a, h.gpus) = g;
	}
	assert_int_equal(plan_answer(a, c, &hosts, &wish, &ret, &e), 0);
	return ret;
}

static bool serves_all(struct world *w, const struct split_host *is, unsigned gpus)
{
	ARENA_AUTO a = { 0 };
	struct answer x = ask_split(&a, &w->c, is, gpus);

	return x.n_plans && !x.parts && !x.cpu_only && x.plans[0].build->cuda.major;
}

/* The fewest groups of the GPUs that can be served, of all partitions. */
static int fewest_parts(struct world *w, const struct split_host *is, unsigned *served)
{
	unsigned all = 1u << is->n, alone = 0;
	bool one[1 << SPLIT_GPUS] = { false };
	int least[1 << SPLIT_GPUS] = { 0 };

	for (size_t i = 0; i < is->n; i++)
		alone |= serves_all(w, is, 1u << i) ? 1u << i : 0;
	for (unsigned s = 1; s < all; s++)
		one[s] = !(s & ~alone) && serves_all(w, is, s);
	for (unsigned s = 1; s < all; s++) {
		least[s] = SPLIT_GPUS + 1;
		for (unsigned part = s; part; part = (part - 1) & s)
			if (one[part] && least[s & ~part] + 1 < least[s])
				least[s] = least[s & ~part] + 1;
	}
	*served = alone;
	return least[alone];
}

static struct split_host random_host(unsigned *seed)
{
	struct split_host is = { .n = 2 + world_random(seed) % (SPLIT_GPUS - 1) };

	for (size_t i = 0; i < is.n; i++)
		assert_true(sm_parse(span_of(split_sms[world_random(seed) %
				     (sizeof split_sms / sizeof *split_sms)]), &is.sm[i]));
	is.driver = split_drivers[world_random(seed) %
				  (sizeof split_drivers / sizeof *split_drivers)];
	is.torch = split_wishes[world_random(seed) % (sizeof split_wishes / sizeof *split_wishes)];
	if (world_random(seed) % 2)
		is.python = (struct python){ 3, (uint8_t)(9 + world_random(seed) % 6), false };
	return is;
}

/* The answer against the least of all partitions; how many parts it has. */
static int check_split(struct world *w, const struct split_host *is, const char *what)
{
	ARENA_AUTO a = { 0 };
	struct answer x = ask_split(&a, &w->c, is, (1u << is->n) - 1);
	unsigned served;
	int least = fewest_parts(w, is, &served);
	size_t planned = 0;

	if (least == 1 && served == (1u << is->n) - 1)
		least = 0; /* no split */
	if (x.parts != least)
		fail_msg("%s: %d parts, %d will do", what, x.parts, least);
	for (size_t i = 0; i < x.n_plans && least; i++)
		planned += x.plans[i].n_gpus;
	assert_int_equal(planned, least ? __builtin_popcount(served) : 0);
	return least;
}

TEST(split_is_the_smallest_of_all_partitions)
{
	unsigned seed = 7;
	int splits = 0;
	struct world w;

	world_open(&w, TEST_MATRIX);
	for (int k = 0; k < SPLIT_HOSTS; k++) {
		struct split_host is = random_host(&seed);
		char what[24];

		snprintf(what, sizeof what, "host %d", k);
		splits += check_split(&w, &is, what) > 1;
	}
	assert_true(splits > SPLIT_HOSTS / 10); /* else nothing was tried: one plan served all */
	world_close(&w);
}

/*
 * The build that serves most is in none of the smallest splits: one release in the middle has code
 * for the middle GPUs, an older and a newer one for all of them. Eight of 200,000 random hosts
 * were such.
 */
TEST(split_is_smaller_than_what_serves_most_first)
{
	static const char *const hosts[] = {
		"35 61 70 89 103", "37 61 88 110 120", "35 52 89 103 110", "35 60 70 80 89 120",
	};
	struct world w;

	world_open(&w, TEST_MATRIX);
	for (size_t k = 0; k < sizeof hosts / sizeof *hosts; k++) {
		struct split_host is = { 0 };
		struct span rest = span_of(hosts[k]), sm;

		while (span_word(&rest, &sm))
			assert_true(sm_parse(sm, &is.sm[is.n++]));
		assert_int_equal(check_split(&w, &is, hosts[k]), 2);
	}
	world_close(&w);
}
