#include "plan/driver.h"
#include "plan/plan.h"
#include "unit/world.h"

/*
 * What is printed works: each change, set as a user would set it, gives the build that it promises,
 * and nothing is said to be otherwise than asked for. Set is here in the host and in the wish, by
 * what the words of the change say.
 */
struct ask {
	struct host host;
	struct wish wish;
};

enum { GPUS = 3, HOSTS = 900 };

static unsigned next_random(unsigned *seed, size_t n)
{
	return world_random(seed) % (unsigned)n;
}

#define PICK(seed, list) list[next_random(seed, sizeof list / sizeof *list)]

static const char *const platforms[] = { "linux-64", "linux-64", "linux-64", "linux-aarch64",
	"win-64" };
static const char *const sms[] = { "35", "37", "50", "52", "61", "70", "75", "80", "86", "87", "89",
	"90", "100", "103", "110", "120", "121" };
static const char *const drivers[] = { "384.81", "418.39", "440.64", "450.80.02", "460.32.03",
	"470.82.01", "515.65.01", "525.60.13", "535.104.05", "550.54.15", "565.57.01",
	"570.124.06", "575.51.03", "580.65.06", "590.44.01", "610.43.02" };
static const char *const torches[] = { "==1.0.0", "==1.9.0", "==1.13.1", "==2.0.0", "==2.1.*",
	"==2.4.1", "<2.6", ">=2.7", "==2.10.0", ">=1.11,<1.13", "==2.13.0+cu130", "==9", "<0.3" };
static const char *const cudas[] = { "10.2", "11.8", "12.6", "12.9", "13", "13.0", "9.9" };
static const char *const channels[] = { "conda-forge", "pytorch", "pypi", "defaults" };
static const char *const visions[] = { "==0.12.0", "==0.15.2", ">=0.20", "==0.99" };
static const char *const glibcs[] = { "2.17", "2.27", "2.35" };

static struct ask random_ask(struct arena *a, unsigned *seed)
{
	struct ask ret = { .host = host_new("test") };
	size_t n = next_random(seed, 15) == 0 ? 0 :
		   1 + (next_random(seed, 3) == 0) * next_random(seed, GPUS);

	ret.host.platform = PICK(seed, platforms);
	ret.host.driver = PICK(seed, drivers);
	ret.host.driver_missing = next_random(seed, 12) == 0;
	if (ret.host.driver_missing)
		ret.host.driver = NULL;
	ret.host.gpus_known = true;
	if (next_random(seed, 3) == 0)
		ret.host.glibc = PICK(seed, glibcs);
	for (size_t i = 0; i < n; i++) {
		struct gpu g = gpu_new((int)i);

		assert_true(sm_parse(span_of(PICK(seed, sms)), &g.sm));
		g.segment = "datacenter";
		ARRAY_ADD(a, ret.host.gpus) = g;
	}
	if (next_random(seed, 2))
		ARRAY_ADD(a, ret.wish.torch) = PICK(seed, torches);
	if (next_random(seed, 8) == 0)
		ARRAY_ADD(a, ret.wish.torchvision) = PICK(seed, visions);
	if (next_random(seed, 2))
		ret.wish.python = (struct python){ 3, (uint8_t)(6 + next_random(seed, 11)), false };
	if (next_random(seed, 5) == 0)
		ret.wish.cuda = PICK(seed, cudas);
	if (next_random(seed, 6) == 0)
		ARRAY_ADD(a, ret.wish.channels) = PICK(seed, channels);
	if (next_random(seed, 3)) {
		ret.wish.n_installers = 1;
		ret.wish.installers[0] = next_random(seed, 2) ? INSTALLER_PIP : INSTALLER_CONDA;
	}
	return ret;
}

static struct answer answer_to(struct arena *a, const struct catalogue *c, struct ask *ask)
{
	struct hosts hosts = { .v = &ask->host, .n = 1 };
	struct answer ret;
	struct err e;

	assert_int_equal(plan_answer(a, c, &hosts, &ask->wish, &ret, &e), 0);
	return ret;
}

static void set_driver(struct arena *a, struct ask *to, struct span version)
{
	to->host.driver = arena_span(a, version);
	to->host.driver_cuda = NULL;
	to->host.driver_missing = false;
}

static void set_older(struct arena *a, struct ask *to, struct span version)
{
	assert_true(span_ends(version, ".*"));
	set_driver(a, to, SPAN("470.256.02"));
	if (!span_starts(version, "470"))
		to->host.driver = arena_printf(a, SPAN_FMT ".142",
					       SPAN_ARG(span_sub(version, 0, 3)));
}

static void set_compat(struct arena *a, struct ask *to, struct span cuda)
{
	struct problem p = { .what.code = CP015 };

	ARRAY_ADD(a, to->host.problems) = p;
	to->host.driver_cuda = arena_span(a, cuda);
}

static void set_glibc(struct arena *a, struct ask *to, struct span version)
{
	to->host.glibc = arena_span(a, version);
}

static void set_channel(struct arena *a, struct ask *to, struct span name)
{
	to->wish.channels = (struct strings){ 0 };
	strings_add(a, &to->wish.channels, arena_span(a, name));
	to->wish.n_installers = 0;
}

static void set_python(struct arena *a, struct ask *to, struct span version)
{
	(void)a;
	assert_true(python_parse(version, &to->wish.python));
}

static void set_torch(struct arena *a, struct ask *to, struct span version)
{
	to->wish.torch = (struct strings){ 0 };
	strings_printf(a, &to->wish.torch, "==" SPAN_FMT, SPAN_ARG(version));
}

static void set_vision(struct arena *a, struct ask *to, struct span version)
{
	to->wish.torchvision = (struct strings){ 0 };
	strings_printf(a, &to->wish.torchvision, "==" SPAN_FMT, SPAN_ARG(version));
}

static void set_cuda(struct arena *a, struct ask *to, struct span version)
{
	to->wish.cuda = arena_span(a, version);
}

/* One part of a change, as its words say it. */
static void set_one(struct arena *a, struct ask *to, struct span part)
{
	static const struct {
		const char *begins;
		void (*set)(struct arena *a, struct ask *to, struct span value);
	} ways[] = {
		{ "driver>=", set_driver }, { "driver==", set_older },
		{ "cuda-compat==", set_compat }, { "glibc>=", set_glibc },
		{ "channel==", set_channel }, { "python==", set_python },
		{ "torch==", set_torch }, { "cuda==", set_cuda },
		{ "torchvision==", set_vision },
	};

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
		if (span_take(&part, ways[i].begins)) {
			ways[i].set(a, to, part);
			return;
		}
	fail_msg("nobody knows how to set " SPAN_FMT, SPAN_ARG(part));
}

static void set_change(struct arena *a, struct ask *to, const char *what)
{
	struct span rest = span_of(what), part;

	while (span_next(&rest, ',', &part))
		set_one(a, to, span_trim(part));
}

static const struct plan *first_of(const struct answer *x, enum manager m)
{
	for (size_t i = 0; i < x->n_plans; i++)
		if (x->plans[i].rank == 1 && x->plans[i].build->manager == m)
			return &x->plans[i];
	return NULL;
}

static const char *ask_text(struct arena *a, const struct ask *ask)
{
	char python[PYTHON_TEXT], sm[SM_TEXT];
	const char *ret = arena_printf(a, "%s driver %s glibc %s torch %s vision %s python %s "
		"cuda %s channel %s installer %s gpus", ask->host.platform,
		ask->host.driver ? ask->host.driver : "-",
		ask->host.glibc ? ask->host.glibc : "-",
		ask->wish.torch.n ? ask->wish.torch.v[0] : "-",
		ask->wish.torchvision.n ? ask->wish.torchvision.v[0] : "-",
		python_text(ask->wish.python, python), ask->wish.cuda ? ask->wish.cuda : "-",
		ask->wish.channels.n ? ask->wish.channels.v[0] : "-",
		ask->wish.n_installers ? installer_name(ask->wish.installers[0]) : "-");

	for (size_t i = 0; i < ask->host.gpus.n; i++)
		ret = arena_printf(a, "%s %s", ret, sm_text(ask->host.gpus.v[i].sm, sm));
	return ret;
}

static void check_change(struct arena *a, const struct catalogue *c, const struct ask *ask,
			 const struct change *change)
{
	const struct build *gives = change->gives, *got;
	struct ask changed = *ask;
	const struct plan *first;
	struct answer x;

	changed.host.problems.v = NULL;
	changed.host.problems.n = changed.host.problems.room = 0;
	set_change(a, &changed, change->what);
	x = answer_to(a, c, &changed);
	first = first_of(&x, gives->manager);
	got = first ? first->build : NULL;
	/* without a driver the answer is no, whatever is changed; a driver makes none certain */
	if (!got || x.parts || (x.exit != EXIT_DONE && first->certain &&
				!changed.host.driver_missing) ||
	    strcmp(got->torch, gives->torch) != 0 ||
	    strcmp(got->variant, gives->variant) != 0)
		fail_msg("%s: %s promises %s+%s, and gives %s+%s, exit %d", ask_text(a, ask),
			 change->what, gives->torch, gives->variant, got ? got->torch : "nothing",
			 got ? got->variant : "", x.exit);
}

static bool is_obstacle(enum finding_code code, const char *what)
{
	if (strncmp(what, "glibc", 5) == 0)
		return code == CP106;
	if (strncmp(what, "python", 6) == 0)
		return code == CP105;
	return code == CP005 || code == CP006 || code == CP102 || code == CP103 || code == CP104;
}

/* What the change takes out of the way is among the reasons against the build. */
static bool has_obstacle(const struct answer *x, const struct change *change)
{
	for (size_t i = 0; i < x->n_rejected; i++) {
		const struct refusal *r = &x->rejected[i];

		for (size_t k = 0; r->build == change->gives && k < r->reasons.n; k++)
			if (is_obstacle(r->reasons.v[k].code, change->what))
				return true;
	}
	return false;
}

/* Where nothing serves all, the wishes as they were said; of one fact that is no wish of torch. */
static void check_obstacle(struct arena *a, const struct ask *ask, const struct answer *x,
			   const struct change *change)
{
	bool none = x->parts || x->n_plans == 0 || x->cpu_only;

	if (!none || x->n_instead || strchr(change->what, ',') ||
	    (strncmp(change->what, "driver", 6) != 0 && strncmp(change->what, "glibc", 5) != 0 &&
	     strncmp(change->what, "python", 6) != 0))
		return;
	if (!has_obstacle(x, change))
		fail_msg("%s: %s is not among the reasons", ask_text(a, ask), change->what);
}

TEST(change_gives_what_it_promises)
{
	unsigned seed = 5;
	size_t changes = 0, together = 0;
	ARENA_AUTO world = { 0 };
	struct catalogue c;
	struct matrix *m;
	struct err e;

	assert_int_equal(matrix_open(&world, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&world, m, &c, &e), 0);
	for (size_t i = 0; i < sizeof platforms / sizeof *platforms; i++)
		assert_int_equal(catalogue_platform(&c, platforms[i], &e), 0);
	for (int k = 0; k < HOSTS; k++) {
		ARENA_AUTO a = { 0 };
		struct ask ask = random_ask(&a, &seed);
		struct answer x = answer_to(&a, &c, &ask);

		for (size_t i = 0; i < x.n_changes; i++) {
			check_change(&a, &c, &ask, &x.changes[i]);
			check_obstacle(&a, &ask, &x, &x.changes[i]);
			together += strchr(x.changes[i].what, ',') != NULL;
		}
		changes += x.n_changes;
	}
	matrix_close(m);
	assert_true(changes > HOSTS / 4);
	assert_true(together > HOSTS / 50);
}

/* Several hosts: a change that names some is set on those alone. */
enum { FLEETS = 250, FLEET = 4 };

struct crowd {
	struct host v[FLEET];
	size_t n;
	struct wish wish;
};

static struct crowd random_fleet(struct arena *a, unsigned *seed)
{
	struct crowd ret = { .n = 2 + next_random(seed, FLEET - 1) };

	for (size_t i = 0; i < ret.n; i++) {
		struct ask one = random_ask(a, seed);

		ret.v[i] = one.host;
		ret.v[i].platform = "linux-64";
		ret.v[i].driver_missing = false;
		ret.v[i].driver = PICK(seed, drivers);
	}
	if (next_random(seed, 2))
		ARRAY_ADD(a, ret.wish.torch) = PICK(seed, torches);
	ret.wish.n_installers = 1;
	ret.wish.installers[0] = next_random(seed, 3) ? INSTALLER_PIP : INSTALLER_CONDA;
	return ret;
}

static struct answer fleet_answer(struct arena *a, const struct catalogue *c, struct crowd *f)
{
	struct hosts hosts = { .v = f->v, .n = f->n };
	struct answer ret;
	struct err e;

	assert_int_equal(plan_answer(a, c, &hosts, &f->wish, &ret, &e), 0);
	return ret;
}

static size_t served(const struct plan *p, int host)
{
	size_t n = 0;

	for (size_t i = 0; i < p->n_gpus; i++)
		n += p->gpus[i].host == host;
	return n;
}

/* The plan that serves all GPUs of the host. */
static const struct plan *plan_of(const struct answer *x, const struct crowd *f, size_t host)
{
	for (size_t i = 0; i < x->n_plans; i++)
		if ((x->parts || x->plans[i].rank == 1) &&
		    served(&x->plans[i], (int)host) == f->v[host].gpus.n)
			return &x->plans[i];
	return NULL;
}

/* Said as without an environment are those hosts that have a GPU without one, and no other. */
static void check_left(const struct answer *x, const struct crowd *f, const struct change *change)
{
	size_t left = 0;

	for (size_t i = 0; i < f->n; i++) {
		size_t gpus = 0;
		bool said = left < change->n_left && change->left[left] == i;

		for (size_t k = 0; k < x->n_plans; k++)
			if (x->parts || x->plans[k].rank == 1)
				gpus += served(&x->plans[k], (int)i);
		left += said;
		if ((gpus < f->v[i].gpus.n) != said)
			fail_msg("%s: host %zu, %s without an environment", change->what, i + 1,
				 said ? "said to be" : "not said to be");
	}
	assert_int_equal(left, change->n_left);
}

static void check_on_hosts(struct arena *a, const struct catalogue *c, const struct crowd *f,
			   const struct change *change)
{
	struct crowd changed = *f;
	struct answer x;

	assert_int_equal(strncmp(change->what, "driver>=", 8), 0);
	for (size_t i = 0; i < change->n_hosts; i++) {
		struct host *h = &changed.v[change->hosts[i]];

		if (driver_cmp(h->driver, change->what + 8) < 0)
			h->driver = change->what + 8;
	}
	x = fleet_answer(a, c, &changed);
	for (size_t i = 0; i < change->n_hosts; i++) {
		const struct plan *p = plan_of(&x, &changed, change->hosts[i]);

		if (!p || strcmp(p->build->torch, change->gives->torch) != 0 ||
		    strcmp(p->build->variant, change->gives->variant) != 0)
			fail_msg("%s on host %zu promises %s+%s, and gives %s+%s", change->what,
				 change->hosts[i] + 1, change->gives->torch,
				 change->gives->variant, p ? p->build->torch : "nothing",
				 p ? p->build->variant : "");
	}
	assert_int_equal(x.parts ? x.parts : 1, change->parts);
	check_left(&x, &changed, change);
}

/* The others alone: one plan, and that build. */
static void check_without_hosts(struct arena *a, const struct catalogue *c, const struct crowd *f,
				const struct change *change)
{
	struct crowd others = *f;
	struct answer x;
	size_t out = 0;

	others.n = 0;
	for (size_t i = 0; i < f->n; i++)
		if (out < change->n_hosts && change->hosts[out] == i)
			out++;
		else
			others.v[others.n++] = f->v[i];
	x = fleet_answer(a, c, &others);
	if (x.parts || x.plans[0].build != change->gives)
		fail_msg("%s promises %s+%s, and gives %s+%s in %d parts", change->what,
			 change->gives->torch, change->gives->variant, x.plans[0].build->torch,
			 x.plans[0].build->variant, x.parts);
}

TEST(change_of_some_hosts_gives_what_it_promises)
{
	unsigned seed = 11;
	size_t some = 0, left = 0, without = 0;
	ARENA_AUTO world = { 0 };
	struct catalogue c;
	struct matrix *m;
	struct err e;

	assert_int_equal(matrix_open(&world, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&world, m, &c, &e), 0);
	assert_int_equal(catalogue_platform(&c, "linux-64", &e), 0);
	for (int k = 0; k < FLEETS; k++) {
		ARENA_AUTO a = { 0 };
		struct crowd f = random_fleet(&a, &seed);
		struct answer x = fleet_answer(&a, &c, &f);

		for (size_t i = 0; i < x.n_changes; i++) {
			if (x.changes[i].n_hosts == 0)
				continue;
			if (x.changes[i].kind == CHANGE_WITHOUT_HOSTS) {
				check_without_hosts(&a, &c, &f, &x.changes[i]);
				without++;
				continue;
			}
			check_on_hosts(&a, &c, &f, &x.changes[i]);
			some++;
			left += x.changes[i].n_left > 0;
		}
	}
	matrix_close(m);
	assert_true(some > FLEETS / 20);
	assert_true(left > 2);
	assert_true(without > 1);
}
