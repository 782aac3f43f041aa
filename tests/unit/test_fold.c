/* Machines that are kept once where they are alike are the same groups as when each is kept. */
#include "base/buf.h"
#include "base/sort.h"
#include "fact/host_fold.h"
#include "fact/host_group.h"
#include "read/host/host.h"
#include "unit/world.h"

enum { TEXTS = 300, MACHINES = 40 };

static const char *const bodies[] = {
	"NVIDIA A100-SXM4-80GB, 535.183.01", "NVIDIA A100-SXM4-80GB, 550.54.15",
	"Tesla V100-SXM2-32GB, 535.183.01", "GPU 0: Tesla T4 (UUID: GPU-1)",
	"NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.",
	"srun: error: something", "NVIDIA H100 PCIe, [N/A]", "GPU 0: Tesla T4 (UUID: GPU-2)",
	"{\"schema_version\":1,\"hosts\":[{\"driver\":\"570.86.15\",\"gpus_known\":true,"
	"\"gpus\":[{\"index\":0,\"name\":\"NVIDIA L40S\"}]}]}",
};
enum { BODIES = sizeof bodies / sizeof *bodies };

/* As pdsh prints it: what a machine says comes in order, those of others between. */
static void text_of(struct buf *b, unsigned *seed)
{
	size_t body[MACHINES], left[MACHINES], n = 1 + world_random(seed) % MACHINES, lines = 0;

	for (size_t i = 0; i < n; i++) {
		body[i] = world_random(seed) % BODIES;
		left[i] = 1 + world_random(seed) % 3;
		lines += left[i];
	}
	while (lines) {
		size_t i = world_random(seed) % n;

		if (!left[i])
			continue;
		buf_printf(b, "gpu%02zu: %s\n", i, bodies[body[i]]);
		left[i]--;
		lines--;
	}
}

/* A table of sinfo, and below it what scontrol says of some of its nodes, and of others. */
static void blocks_of(struct buf *b, unsigned *seed)
{
	static const char *const gres[] = { "gpu:a100:4", "gpu:h100:2", "(null)", "gpu:a100:2" };
	size_t n = 1 + world_random(seed) % MACHINES;

	buf_str(b, "NODELIST GRES\n");
	for (size_t i = 0; i < n; i++)
		buf_printf(b, "gpu%02zu %s\n", i, gres[world_random(seed) % 4]);
	buf_str(b, "\n");
	for (size_t i = 0; i < MACHINES; i++)
		if (world_random(seed) % 2)
			buf_printf(b, "NodeName=gpu%02zu Arch=x86_64\n   Gres=%s\n\n", i,
				   gres[world_random(seed) % 4]);
}

static void some_text(struct buf *b, unsigned *seed, int k)
{
	(k % 2 ? blocks_of : text_of)(b, seed);
}

/* Of each group its names and the GPUs of its first machine, in the order of the names. */
static const char *groups_of(struct arena *a, struct span text, bool fold)
{
	struct hosts hosts = { 0 };
	struct host_groups groups;
	struct strings all = { 0 };
	size_t machines = 0;
	struct err e;

	if (fold)
		hosts_fold(a, &hosts, true);
	if (read_hosts(a, "test", text, &hosts, &e))
		return arena_str(a, e.text);
	groups = host_groups_of(a, &hosts);
	for (size_t i = 0; i < groups.n; i++) {
		const struct host *h = &hosts.v[groups.v[i].hosts[0]];

		machines += groups.v[i].machines;
		strings_printf(a, &all, "%s: %zu × %zu %s, %s",
			       host_group_names(a, &hosts, &groups.v[i], 0), groups.v[i].machines,
			       h->gpus.n, h->gpus.n ? h->gpus.v[0].name : "", h->driver);
	}
	assert_int_equal(machines, hosts_machines(&hosts));
	assert_true(fold || machines == hosts.n);
	sort_stable(all.v, all.n, sizeof *all.v, strings_by_text);
	return strings_joined(a, &all, "\n");
}

TEST(machines_that_are_folded_are_the_same_groups)
{
	unsigned seed = 7;

	for (int k = 0; k < TEXTS; k++) {
		ARENA_AUTO a = { 0 };
		BUF_AUTO b = BUF(1 << 20);

		some_text(&b, &seed, k);
		assert_string_equal(groups_of(&a, buf_view(&b), true),
				    groups_of(&a, buf_view(&b), false));
	}
}

/* Each machine by itself. */
static const char *machines_of(struct arena *a, struct span text, bool fold)
{
	struct hosts hosts = { 0 };
	struct strings all = { 0 };
	struct err e;

	if (fold)
		hosts_fold(a, &hosts, true);
	if (read_hosts(a, "test", text, &hosts, &e))
		return arena_str(a, e.text);
	hosts_fold_all(a, &hosts);
	for (size_t i = 0; i < hosts_machines(&hosts); i++) {
		struct host h = hosts_machine(a, &hosts, i);
		struct strings gpus = { 0 };

		assert_string_equal(h.name ? h.name : "", fold && hosts_name(&hosts, i) ?
				    hosts_name(&hosts, i) : h.name ? h.name : "");
		EACH(const struct gpu, g, h.gpus) {
			strings_printf(a, &gpus, "%d %s %s %s", g->index, g->name, g->uuid,
				       g->bus_id);
		}
		strings_printf(a, &all, "%s, %s: %s, %zu problems, %s", h.source, h.name, h.driver,
			       h.problems.n, strings_joined(a, &gpus, "; "));
	}
	sort_stable(all.v, all.n, sizeof *all.v, strings_by_text);
	return strings_joined(a, &all, "\n");
}

TEST(machines_that_are_folded_are_told_each_as_they_were)
{
	unsigned seed = 11;

	for (int k = 0; k < TEXTS; k++) {
		ARENA_AUTO a = { 0 };
		BUF_AUTO b = BUF(1 << 20);

		some_text(&b, &seed, k);
		assert_string_equal(machines_of(&a, buf_view(&b), true),
				    machines_of(&a, buf_view(&b), false));
	}
}

TEST(the_places_of_a_host_are_those_of_all_that_it_stands_for)
{
	ARENA_AUTO a = { 0 };
	BUF_AUTO b = BUF(1 << 20);
	struct hosts hosts = { 0 };
	const size_t *places;
	struct err e;
	size_t n;

	for (int i = 0; i < 20; i++)
		buf_printf(&b, "gpu%02d: %s\n", i, bodies[i % 3]);
	hosts_fold(&a, &hosts, false);
	assert_int_equal(read_hosts(&a, "test", buf_view(&b), &hosts, &e), 0);
	hosts_fold_all(&a, &hosts);
	places = hosts_places(&a, &hosts, (const size_t[]){ 0, 2 }, 2, &n);
	assert_int_equal(n, 13);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(places[i] % 3, i % 2 ? 2 : 0);
		assert_int_equal(hosts_kept(&hosts, places[i]), places[i] % 3);
	}
	hosts.n = 1; /* dropped without a word */
	hosts_fold_all(&a, &hosts);
	assert_true(hosts.n == 1 && hosts_kept(&hosts, 0) == 0);
	hosts_cut(&hosts, 0);
	assert_int_equal(hosts_machines(&hosts), 0);
}

TEST(machines_that_are_alike_are_kept_once)
{
	ARENA_AUTO a = { 0 };
	BUF_AUTO b = BUF(1 << 20);
	struct hosts hosts = { 0 };
	struct err e;

	for (int i = 0; i < 100; i++)
		buf_printf(&b, "gpu%02d: %s\n", i, bodies[i % 3]);
	hosts_fold(&a, &hosts, false);
	assert_int_equal(read_hosts(&a, "test", buf_view(&b), &hosts, &e), 0);
	assert_int_equal(hosts.n, 3);
	assert_int_equal(hosts_machines(&hosts), 100);
}

TEST(a_machine_behind_those_that_are_kept_has_its_place)
{
	ARENA_AUTO a = { 0 };
	BUF_AUTO b = BUF(1 << 20);
	struct hosts hosts = { 0 };
	struct host last = host_new("test");
	struct err e;

	for (int i = 0; i < 8; i++)
		buf_printf(&b, "gpu%02d: %s\n", i, bodies[i % 3]);
	hosts_fold(&a, &hosts, false);
	assert_int_equal(read_hosts(&a, "test", buf_view(&b), &hosts, &e), 0);
	last.name = "mig";
	ARRAY_ADD(&a, hosts) = last;
	assert_int_equal(hosts_machines(&hosts), 9);
	assert_int_equal(hosts_kept(&hosts, 8), 3);
	assert_string_equal(hosts_name(&hosts, 8), "mig");
	assert_string_equal(hosts_name(&hosts, 7), "gpu07");
}

/* Two GPUs, the first of which the query had no name for. */
static struct host with_error(struct arena *a)
{
	struct hosts hosts = { 0 };
	struct err e;

	assert_int_equal(read_hosts(a, "test", span_of("index, name, driver_version\n"
						       "0, [Unknown Error], 550.54.15\n"
						       "1, Tesla T4, 550.54.15\n"), &hosts, &e), 0);
	assert_int_equal(hosts.n, 1);
	assert_true(hosts.v[0].problems.n > 0);
	return hosts.v[0];
}

TEST(machines_are_alike_where_the_same_is_wrong_with_the_same_gpu)
{
	ARENA_AUTO a = { 0 };
	struct host h = with_error(&a), other = with_error(&a);

	assert_true(host_alike(&h, &other));
	other.problems.v[0].what.gpu = 1;
	assert_false(host_alike(&h, &other));
}
