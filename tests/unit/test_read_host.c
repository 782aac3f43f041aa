#include "unit/unit.h"

#include "os/io.h"
#include "read/host/host.h"
#include "unit/read_facts.h"

static bool compare(struct arena *a, const char *folder, struct span name, struct span want,
		    void (*put)(struct buf *, const struct host *))
{
	BUF_AUTO got = BUF(1 << 20);
	struct hosts hosts = { 0 };
	struct span bytes;
	struct err e;

	const char *path = arena_printf(a, TEST_FILES "%s/" SPAN_FMT, folder, SPAN_ARG(name));

	assert_int_equal(io_read(a, path, IO_MAX, &bytes, &e), 0);
	if (read_hosts(a, "sample", bytes, &hosts, &e))
		buf_str(&got, "refused\t-\t-\t-\t-\t-\t-\t-\t-");
	for (size_t i = 0; i < hosts.n; i++)
		put(&got, &hosts.v[i]);
	if (span_eq(buf_view(&got), want))
		return true;
	print_message(SPAN_FMT "\n got: %s\nwant: " SPAN_FMT "\n", SPAN_ARG(name), buf_cstr(&got),
		      SPAN_ARG(want));
	return false;
}

/* Compares every line of expected.tsv: a file, a tab, its hosts. Returns how many are right. */
static size_t compare_all(const char *folder, void (*put)(struct buf *, const struct host *))
{
	ARENA_AUTO list = { 0 };
	struct span rest, line, name;
	struct err e;
	size_t n = 0;

	assert_int_equal(io_read(&list, arena_printf(&list, TEST_FILES "%s/expected.tsv", folder),
				 IO_MAX, &rest, &e), 0);
	while (span_line(&rest, &line)) {
		ARENA_AUTO a = { 0 };

		if (line.n == 0 || line.p[0] == '#')
			continue;
		span_next(&line, '\t', &name);
		n += compare(&a, folder, name, line, put);
	}
	return n;
}

TEST(read_host_all_samples_give_the_expected_facts)
{
	assert_int_equal(compare_all("nvidia_smi", facts_put), 459);
}

static void put_one(struct buf *b, const struct host *h)
{
	buf_str(b, "| ");
	facts_put_all(b, h);
	buf_char(b, '\t');
}

TEST(read_host_pasted_texts_give_the_expected_facts)
{
	assert_int_equal(compare_all("host", put_one), 23);
}

static bool is_cut(const struct host *h)
{
	for (size_t i = 0; i < h->problems.n; i++)
		if (h->problems.v[i].what.code == CP001)
			return true;
	return false;
}

/* What is left of a list of nodes: those that were read whole, and the last one said to be cut. */
TEST(read_host_a_list_of_nodes_cut_anywhere_drops_none_silently)
{
	static const char *const names[] = { "gpu-a", "gpu-b", "cpu-a", "plain-a" };
	ARENA_AUTO list = { 0 };
	struct span whole;
	struct err e;

	assert_int_equal(io_read(&list, TEST_FILES "host/node_list.json", IO_MAX, &whole, &e), 0);
	for (size_t n = 1; n < span_trim(whole).n; n++) {
		ARENA_AUTO a = { 0 };
		struct hosts hosts = { 0 };

		if (read_hosts(&a, "nodes", span_sub(whole, 0, n), &hosts, &e) != 0)
			continue;
		assert_in_range(hosts.n, 1, 4);
		assert_true(is_cut(&hosts.v[hosts.n - 1]));
		assert_int_not_equal(hosts.v[hosts.n - 1].nvidia_present, TRI_NO);
		for (size_t i = 0; i + 1 < hosts.n; i++)
			assert_string_equal(hosts.v[i].name, names[i]);
	}
}
