/*
 * The number of environments of a fleet, what leaving out and newer drivers give, against a search
 * of its own: which builds run on one machine is asked of the resolver, machine by machine; how few
 * of them serve all, and how few machines have to change, is looked for here over all subsets.
 */
#include "plan/driver.h"
#include "plan/plan.h"
#include "unit/world.h"

enum { FLEETS = 500, MOST = 5, BUILDS = 2048, WORDS = BUILDS / 64 };

static const char *const sms[] = { "37", "50", "61", "70", "75", "80", "86", "89", "90", "100",
	"120" };
static const char *const drivers[] = { "418.39", "450.80.02", "470.82.01", "515.65.01", "525.60.13",
	"535.104.05", "550.54.14", "570.124.06", "580.65.06", "590.44.01" };
enum { SMS = sizeof sms / sizeof *sms, DRIVERS = sizeof drivers / sizeof *drivers };

struct builds {
	uint64_t w[WORDS];
};

struct fleets {
	struct world world;
	const struct platform_builds *p;
	struct builds run[SMS][DRIVERS]; /* sound builds of one machine */
};

struct machine_of {
	size_t sm, driver;
};

static struct host host_of(struct arena *a, struct machine_of m)
{
	struct host h = host_new("test");
	struct gpu g = gpu_new(0);

	h.platform = "linux-64";
	h.driver = drivers[m.driver];
	h.gpus_known = true;
	assert_true(sm_parse(span_of(sms[m.sm]), &g.sm));
	ARRAY_ADD(a, h.gpus) = g;
	return h;
}

static struct answer answer_of(struct arena *a, struct fleets *w, struct host *v, size_t n,
			       bool all)
{
	struct hosts hosts = { v, n, n };
	struct wish wish = { .n_installers = 1, .installers = { INSTALLER_PIP }, .all = all };
	struct answer ret;
	struct err e;

	assert_int_equal(plan_answer(a, &w->world.c, &hosts, &wish, &ret, &e), 0);
	return ret;
}

static void run_of(struct fleets *w, struct machine_of m)
{
	ARENA_AUTO a = { 0 };
	struct host h = host_of(&a, m);
	struct answer x = answer_of(&a, w, &h, 1, true);

	for (size_t i = 0; i < x.n_plans; i++) {
		const struct plan *p = &x.plans[i];
		size_t at = (size_t)(p->build - w->p->v);

		if (p->certain && p->runs && p->n_gpus && p->gpus[0].via == VIA_CUBIN)
			w->run[m.sm][m.driver].w[at / 64] |= (uint64_t)1 << at % 64;
	}
}

static struct builds both(struct builds a, const struct builds *b)
{
	for (int i = 0; i < WORDS; i++)
		a.w[i] &= b->w[i];
	return a;
}

static bool is_empty(const struct builds *b)
{
	for (int i = 0; i < WORDS; i++)
		if (b->w[i])
			return false;
	return true;
}

/* The fewest builds that serve all of these sets between them; 0: some set is empty. */
static int fewest(const struct builds *v, size_t n)
{
	int least[1 << MOST] = { 0 };

	for (unsigned set = 1; set < 1u << n; set++) {
		least[set] = MOST + 1;
		for (unsigned part = set; part; part = (part - 1) & set) {
			struct builds common;
			bool first = true;

			for (size_t i = 0; i < n; i++) {
				if (!(part >> i & 1))
					continue;
				common = first ? v[i] : both(common, &v[i]);
				first = false;
			}
			if (!is_empty(&common) && least[set & ~part] + 1 < least[set])
				least[set] = least[set & ~part] + 1;
		}
	}
	return least[(1u << n) - 1] > MOST ? 0 : least[(1u << n) - 1];
}

/* What runs there with its driver, or with any newer one. */
static struct builds runs_on(const struct fleets *w, struct machine_of m, bool newer)
{
	struct builds ret = w->run[m.sm][m.driver];

	for (size_t d = m.driver + 1; newer && d < DRIVERS; d++)
		for (int i = 0; i < WORDS; i++)
			ret.w[i] |= w->run[m.sm][d].w[i];
	return ret;
}

/* Environments when the machines of a set get newer drivers. */
static int with_newer(const struct fleets *w, const struct machine_of *v, size_t n, unsigned set)
{
	struct builds b[MOST];

	for (size_t i = 0; i < n; i++)
		b[i] = runs_on(w, v[i], set >> i & 1);
	return fewest(b, n);
}

static int parts_of(const struct answer *x)
{
	return x->parts ? x->parts : 1;
}

static void check_without(struct fleets *w, const struct machine_of *v, size_t n,
			  const struct answer *x, const struct fleet_trial *t)
{
	ARENA_AUTO a = { 0 };
	struct host hosts[MOST];
	size_t left[MOST], k = 0;
	struct answer y;

	for (size_t i = 0; i < n; i++) {
		bool out = false;

		for (size_t g = 0; g < t->n; g++)
			out |= x->fleet.groups.of[i] == t->groups[g];
		if (!out) {
			left[k] = i;
			hosts[k++] = host_of(&a, v[i]);
		}
	}
	y = answer_of(&a, w, hosts, k, false);
	assert_int_equal(parts_of(&y), t->parts);
	for (size_t i = 0; i < k; i++) {
		const struct build *said = t->gives[x->fleet.groups.of[left[i]]];
		const struct build *got = y.fleet.gives ? y.fleet.gives[y.fleet.groups.of[i]] :
							  y.plans[0].build;

		assert_non_null(said);
		assert_int_equal(said->rank, got->rank);
	}
}

static void check_upgrade(struct fleets *w, const struct machine_of *v, size_t n,
			  const struct answer *x, const struct fleet_trial *t, int least)
{
	ARENA_AUTO a = { 0 };
	struct host hosts[MOST];
	int changed = 0, fewest_changed = MOST + 1;
	struct answer y;

	for (size_t i = 0; i < n; i++) {
		hosts[i] = host_of(&a, v[i]);
		for (size_t g = 0; g < t->n; g++)
			if (x->fleet.groups.of[i] == t->groups[g]) {
				assert_true(driver_cmp(hosts[i].driver, t->drivers[g].least) < 0);
				hosts[i].driver = t->drivers[g].least;
				changed++;
			}
	}
	y = answer_of(&a, w, hosts, n, false);
	assert_int_equal(parts_of(&y), t->parts);
	assert_int_equal(t->parts, least);
	for (unsigned set = 0; set < 1u << n; set++)
		if (with_newer(w, v, n, set) == least &&
		    __builtin_popcount(set) < fewest_changed)
			fewest_changed = __builtin_popcount(set);
	assert_int_equal(changed, fewest_changed);
}

static bool check_fleet(struct fleets *w, const struct machine_of *v, size_t n, size_t *told)
{
	ARENA_AUTO a = { 0 };
	struct host hosts[MOST];
	int now = with_newer(w, v, n, 0), least = with_newer(w, v, n, (1u << n) - 1);
	struct answer x;

	if (now == 0) /* a machine on which nothing is known to run */
		return false;
	for (size_t i = 0; i < n; i++)
		hosts[i] = host_of(&a, v[i]);
	x = answer_of(&a, w, hosts, n, false);
	assert_int_equal(parts_of(&x), now);
	EACH(const struct fleet_trial, t, x.fleet.without) {
		check_without(w, v, n, &x, t);
	}
	if (x.fleet.groups.n > 1) {
		assert_true(x.fleet.upgrades_known);
		assert_int_equal(x.fleet.upgrades.n, least < now);
	}
	EACH(const struct fleet_trial, t, x.fleet.upgrades) {
		check_upgrade(w, v, n, &x, t, least);
	}
	told[0] += x.fleet.without.n;
	told[1] += x.fleet.upgrades.n;
	return true;
}

TEST(fleet_of_any_machines_gets_the_fewest_environments)
{
	static struct fleets w;
	size_t checked = 0, told[2] = { 0 };
	unsigned seed = 32;

	world_open(&w.world, TEST_MATRIX);
	w.p = catalogue_builds(&w.world.c, "linux-64");
	assert_true(w.p->n <= BUILDS);
	for (size_t s = 0; s < SMS; s++)
		for (size_t d = 0; d < DRIVERS; d++)
			run_of(&w, (struct machine_of){ s, d });
	for (int k = 0; k < FLEETS; k++) {
		struct machine_of v[MOST];
		size_t n = 2 + world_random(&seed) % (MOST - 1);

		for (size_t i = 0; i < n; i++) {
			v[i].sm = world_random(&seed) % SMS;
			v[i].driver = world_random(&seed) % DRIVERS;
		}
		checked += check_fleet(&w, v, n, told);
	}
	world_close(&w.world);
	assert_true(checked > FLEETS / 4);
	assert_true(told[0] > 20 && told[1] > 20);
}
