/*
 * The number of environments of a fleet, what leaving out and newer drivers give, against a search
 * of its own: which builds run on one machine is asked of the resolver, machine by machine; how few
 * of them serve all, and how few machines have to change, is looked for here over all subsets. Some
 * machines have two GPUs of different kinds, which may get an environment each.
 */
#include <string.h>

#include "plan/driver.h"
#include "plan/plan.h"
#include "unit/world.h"

enum { FLEETS = 500, MOST = 5, GPUS = 7, BUILDS = 2048, WORDS = BUILDS / 64 };

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
	size_t sm[2], n, driver;
};

static struct host host_of(struct arena *a, struct machine_of m)
{
	struct host h = host_new("test");

	h.platform = "linux-64";
	h.driver = drivers[m.driver];
	h.gpus_known = true;
	for (size_t i = 0; i < m.n; i++) {
		struct gpu g = gpu_new((int)i);

		assert_true(sm_parse(span_of(sms[m.sm[i]]), &g.sm));
		ARRAY_ADD(a, h.gpus) = g;
	}
	return h;
}

static struct answer answer_of(struct arena *a, struct fleets *w, struct host *v, size_t n,
			       bool all)
{
	struct hosts hosts = { .v = v, .n = n, .room = n };
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
			w->run[m.sm[0]][m.driver].w[at / 64] |= (uint64_t)1 << at % 64;
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
	struct builds common[1 << GPUS];
	int least[1 << GPUS] = { 0 };

	for (unsigned set = 1; set < 1u << n; set++) {
		unsigned rest = set & (set - 1);
		const struct builds *first = &v[__builtin_ctz(set)];

		common[set] = rest ? both(common[rest], first) : *first;
	}
	for (unsigned set = 1; set < 1u << n; set++) {
		least[set] = GPUS + 1;
		for (unsigned part = set; part; part = (part - 1) & set)
			if (least[set & ~part] + 1 < least[set] && !is_empty(&common[part]))
				least[set] = least[set & ~part] + 1;
	}
	return least[(1u << n) - 1] > GPUS ? 0 : least[(1u << n) - 1];
}

/* What runs on a GPU of it with its driver, or with any newer one. */
static struct builds runs_on(const struct fleets *w, const struct machine_of *m, size_t gpu,
			     bool newer)
{
	struct builds ret = w->run[m->sm[gpu]][m->driver];

	for (size_t d = m->driver + 1; newer && d < DRIVERS; d++)
		for (int i = 0; i < WORDS; i++)
			ret.w[i] |= w->run[m->sm[gpu]][d].w[i];
	return ret;
}

/* The machine with two GPUs; n: there is none. */
static size_t mixed_of(const struct machine_of *v, size_t n)
{
	size_t i = 0;

	while (i < n && v[i].n == 1)
		i++;
	return i;
}

/*
 * Environments when the machines of a set get newer drivers: of one with two GPUs, which get the
 * same, each is tried.
 */
static int with_newer(const struct fleets *w, const struct machine_of *v, size_t n, unsigned set)
{
	size_t mixed = mixed_of(v, n), last = set >> mixed & 1 ? DRIVERS - 1 : 0, gpus;
	struct machine_of own[MOST + 1];
	struct builds b[GPUS];
	int best = 0, now;

	memcpy(own, v, n * sizeof *v);
	own[mixed].driver = mixed < n ? v[mixed].driver : 0;
	last = last > own[mixed].driver ? last : own[mixed].driver;
	for (; own[mixed].driver <= last; own[mixed].driver++) {
		gpus = 0;
		for (size_t i = 0; i < n; i++)
			for (size_t k = 0; k < own[i].n; k++)
				b[gpus++] = runs_on(w, &own[i], k, i != mixed && set >> i & 1);
		now = fewest(b, gpus);
		best = now && (!best || now < best) ? now : best;
	}
	return best;
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
	size_t checked = 0, two = 0, told[2] = { 0 };
	unsigned seed = 32;

	world_open(&w.world, TEST_MATRIX);
	w.p = catalogue_builds(&w.world.c, "linux-64");
	assert_true(w.p->n <= BUILDS);
	for (size_t s = 0; s < SMS; s++)
		for (size_t d = 0; d < DRIVERS; d++)
			run_of(&w, (struct machine_of){ { s }, 1, d });
	while (checked < FLEETS) {
		struct machine_of v[MOST];
		size_t n = 2 + world_random(&seed) % (MOST - 1), mixed = world_random(&seed) % 8;

		for (size_t i = 0; i < n; i++) {
			v[i].sm[0] = world_random(&seed) % SMS;
			v[i].sm[1] = world_random(&seed) % SMS;
			v[i].n = 1 + (i == mixed && v[i].sm[0] != v[i].sm[1]);
			v[i].driver = world_random(&seed) % DRIVERS;
		}
		if (check_fleet(&w, v, n, told)) {
			checked++;
			two += mixed_of(v, n) < n;
		}
	}
	world_close(&w.world);
	assert_true(two > FLEETS / 8 && told[0] > FLEETS / 4 && told[1] > FLEETS / 10);
}
