#include "unit/unit.h"

#include "know/matrix.h"
#include "plan/driver.h"

static const char *support(const struct catalogue *c, const char *platform, const char *version,
	const char *cuda)
{
	struct host h = host_new("test");
	struct driver d;
	enum driver_support s;

	h.platform = platform;
	h.driver = version;
	d = driver_of(c, &h);
	s = driver_takes(c, &d, pair_parse(cuda));
	return s == SUPPORT_NONE ? "none" : driver_support_name(s);
}

static const struct {
	const char *platform, *driver, *cuda, *support;
} rows[] = {
	{ "linux-64", "450.36.06", "11.0", "direct" },
	{ "linux-64", "450.36.06", "11.1", "none" },
	{ "linux-64", "450.51.06", "11.8", "none" },
	{ "linux-64", "450.80.02", "11.1", "minor" },
	{ "linux-64", "450.80.02", "11.8", "minor" },
	{ "linux-64", "450.80.02", "12.0", "none" },
	{ "linux-64", "525.53", "12.0", "direct" },
	{ "linux-64", "525.53", "12.6", "none" },
	{ "linux-64", "525.60.13", "12.6", "minor" },
	{ "linux-64", "535.309.01", "12.2", "direct" },
	{ "linux-64", "570.124.06", "13.0", "none" },
	{ "linux-64", "580.65.06", "13.0", "direct" },
	{ "linux-64", "580.65.06", "13.2", "minor" },
	{ "linux-64", "595.58.03", "13.2", "direct" },
	{ "linux-64", "615.10", "12.6", "direct" },
	{ "linux-64", "699.1", "13.4", "direct" },
	{ "linux-64", "440.33.01", "10.2", "direct" },
	{ "linux-64", "418.87.01", "10.2", "none" },
	{ "linux-64", "304.137", "8.0", "none" },
	{ "win-64", "452.06", "11.0", "direct" },
	{ "win-64", "452.06", "11.8", "none" },
	{ "win-64", "452.39", "11.8", "minor" },
	{ "win-64", "527.41", "12.0", "direct" },
	{ "win-64", "527.41", "12.1", "none" },
	{ "win-64", "528.33", "12.6", "minor" },
	{ "win-64", "570.65", "12.8", "direct" },
	{ "win-64", "569.99", "12.8", "minor" },
	{ "win-64", "577.00", "13.0", "none" },
	{ "win-64", "580.88", "13.0", "direct" },
	{ "win-64", "617.10", "13.4", "direct" },
};

TEST(driver_takes_cuda_by_the_numbers)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct catalogue c;
	struct err e;

	assert_int_equal(matrix_open(&a, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&a, m, &c, &e), 0);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (strcmp(support(&c, rows[i].platform, rows[i].driver, rows[i].cuda),
			   rows[i].support) != 0)
			fail_msg("%s %s, CUDA %s: %s", rows[i].platform, rows[i].driver,
				 rows[i].cuda,
				 support(&c, rows[i].platform, rows[i].driver, rows[i].cuda));
}

/*
 * Newer than every branch that is known: CUDA up to that of the newest; a CUDA of which nothing is
 * known either is not known to be too new for it.
 */
TEST(driver_newer_than_the_matrix_takes_at_least_the_newest)
{
	static const char *const versions[] = { "641.20.03", "700.10", "615.10" };
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct catalogue c;
	struct host h = host_new("test");
	struct err e;

	assert_int_equal(matrix_open(&a, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&a, m, &c, &e), 0);
	h.platform = "linux-64";
	for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
		bool newer = strcmp(versions[i], "615.10") != 0;
		struct driver d;

		h.driver = versions[i];
		d = driver_of(&c, &h);
		assert_int_equal(d.newer, newer);
		assert_int_equal(d.cuda, 1304);
		assert_int_equal(driver_takes(&c, &d, 1304), SUPPORT_DIRECT);
		assert_int_equal(driver_takes(&c, &d, 1402),
				 newer ? SUPPORT_UNKNOWN : SUPPORT_NONE);
	}
}

/* That no library lacks code is known of the releases that were looked through, and of no other. */
TEST(gaps_of_a_release_that_nobody_read_are_not_known)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct catalogue c;
	struct err e;
	int newest;

	assert_int_equal(matrix_open(&a, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&a, m, &c, &e), 0);
	newest = (int)c.releases.n;
	assert_true(catalogue_gaps_whole(&c, CHANNEL_PYPI, "linux-64", newest));
	assert_false(catalogue_gaps_whole(&c, CHANNEL_PYPI, "linux-64", newest + 1));
	assert_false(catalogue_gaps_whole(&c, CHANNEL_PYTORCH, "linux-64", newest));
	assert_true(catalogue_gaps_whole(&c, CHANNEL_PYTORCH, "win-64",
					 catalogue_rank(&c, "2.5.1")));
	assert_false(catalogue_gaps_whole(&c, CHANNEL_DEFAULTS, "linux-64",
					  catalogue_rank(&c, "2.0.1")));
}

/* What the driver takes of PTX, under WSL the Windows number. */
TEST(driver_takes_ptx_by_isa)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = NULL;
	struct catalogue c;
	struct host h = host_new("test");
	struct driver d;
	struct err e;

	assert_int_equal(matrix_open(&a, TEST_MATRIX, &m, &e), 0);
	assert_int_equal(catalogue_open(&a, m, &c, &e), 0);
	h.driver = "555.42.02";
	d = driver_of(&c, &h);
	assert_true(driver_takes_ptx(&c, &d, 1205));
	assert_true(driver_takes_ptx(&c, &d, 1206)); /* PTX ISA 8.5 as well */
	assert_false(driver_takes_ptx(&c, &d, 1208));
	h.driver = "528.33";
	h.wsl = TRI_YES;
	d = driver_of(&c, &h);
	assert_true(driver_takes_ptx(&c, &d, 1200));
	assert_false(driver_takes_ptx(&c, &d, 1201));
}
