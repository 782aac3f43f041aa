#include <string.h>

#include "know/driver_release.h"
#include "unit/world.h"

static struct driver_need need(struct matrix *m, struct arena *a, const char *cuda,
	enum driver_os os)
{
	struct driver_need n;
	struct err e;

	if (driver_need(m, a, span_of(cuda), os, &n, &e) < 0)
		fail_msg("%s: %s", cuda, unit_err(&e));
	return n;
}

/* The numbers of the rule for drivers, on both systems. */
TEST(driver_minima_of_cuda)
{
	static const struct { const char *cuda, *linux_least, *windows_least; } cases[] = {
		{ "11.0", "450.36.06", "451.22" },  { "11.1", "450.80.02", "452.39" },
		{ "11.8", "450.80.02", "452.39" },  { "12.0", "525.60.13", "528.33" },
		{ "12.4.1", "525.60.13", "528.33" }, { "12.9", "525.60.13", "528.33" },
		{ "13.0", "580.65.06", "580" },     { "13.2", "580.65.06", "580" },
		{ "10.2", "440.33", "441.22" },     { "10.1", "418.39", "418.96" },
		{ "10.0", "410.48", "411.31" },     { "9.2", "396.26", "397.44" },
		{ "9.0", "384.81", "385.54" },      { "8.0", "367.48", "369.30" },
	};
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		assert_string_equal(need(m, &a, cases[i].cuda, DRIVER_LINUX).least,
			cases[i].linux_least);
		assert_string_equal(need(m, &a, cases[i].cuda, DRIVER_WINDOWS).least,
			cases[i].windows_least);
	}
	assert_null(need(m, &a, "10.2", DRIVER_LINUX).minor);
}

TEST(driver_of_the_toolkit_and_its_branch)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct driver_need n = need(m, &a, "12.6", DRIVER_LINUX);

	assert_string_equal(n.toolkit, "560.28.03");
	assert_int_equal(n.branch, 560);
	assert_string_equal(n.ptx_isa, "8.5");
	n = need(m, &a, "12.0", DRIVER_WINDOWS);
	assert_string_equal(n.toolkit, "527.41");
	n = need(m, &a, "13.1", DRIVER_WINDOWS);
	assert_string_equal(n.toolkit, "591");
	n = need(m, &a, "13.4", DRIVER_LINUX);
	assert_string_equal(n.toolkit, "615");
	n = need(m, &a, "13.5", DRIVER_LINUX);
	assert_null(n.toolkit);
	assert_int_equal(n.branch, 0);
	assert_string_equal(n.ptx_isa, "9.5");
}

TEST(driver_need_of_a_cuda_that_never_was)
{
	static const char *const cases[] = { "12.7", "14.0", "", "x", "12" };
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct driver_need n;
	struct err e;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(driver_need(m, &a, span_of(cases[i]), DRIVER_LINUX, &n, &e),
			ERR_NONE);
}

TEST(driver_branches_on_linux)
{
	static const struct { const char *version, *cuda, *ptx; int branch, listed; } cases[] = {
		{ "470.82.01", "11.4", "7.4", 470, 1 },  { "535.183.01", "12.2", "8.2", 535, 1 },
		{ "450.80.02", "11.0", "7.0", 450, 1 },  { "565.77", "12.7", "8.6", 565, 1 },
		{ "560.35.05", "12.6", "8.5", 560, 1 },  { "580.142", "13.0", "9.0", 580, 1 },
		{ "615.71.09", "13.4", "9.4", 615, 1 },  { "340.108", "6.5", "4.1", 340, 1 },
		{ "430.26", "10.2", "6.4", 430, 1 },     { "430.50", "10.1", "6.4", 430, 1 },
		{ "390", "9.1", "6.1", 390, 1 },         { "525.60.13", "12.0", "8.0", 525, 1 },
		{ "620.10", "13.4", "9.4", 615, 0 },     { "537.58", "12.2", "8.2", 535, 0 },
		{ "418.226.00", "10.1", "6.4", 418, 1 }, { "595.45.04", "13.2", "9.2", 595, 1 },
	};
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct driver_branch b;
	struct err e;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (driver_branch(m, &a, span_of(cases[i].version), DRIVER_LINUX, &b, &e) < 0)
			fail_msg("%s: %s", cases[i].version, unit_err(&e));
		assert_int_equal(b.branch, cases[i].branch);
		assert_int_equal(b.listed, cases[i].listed);
		assert_string_equal(b.cuda, cases[i].cuda);
		assert_string_equal(b.ptx_isa, cases[i].ptx);
	}
}

TEST(driver_branches_on_windows)
{
	static const struct { const char *version, *cuda; int branch, listed; } cases[] = {
		{ "452.39", "11.0", 450, 1 }, { "472.50", "11.4", 470, 1 },
		{ "516.94", "11.7", 515, 1 }, { "527.41", "12.0", 525, 1 },
		{ "528.33", "12.0", 525, 1 }, { "537.58", "12.2", 535, 1 },
		{ "551.61", "12.4", 550, 1 }, { "561.17", "12.6", 560, 1 },
		{ "572.61", "12.8", 570, 1 }, { "581.15", "13.0", 580, 1 },
		{ "591.44", "13.1", 590, 1 }, { "617.14", "13.4", 615, 1 },
		{ "430.86", "10.2", 430, 1 }, { "431.60", "10.1", 430, 1 },
		{ "446.14", "10.2", 440, 0 }, { "417.35", "10.0", 415, 1 },
		{ "700.10", "13.4", 615, 0 },
	};
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct driver_branch b;
	struct err e;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (driver_branch(m, &a, span_of(cases[i].version), DRIVER_WINDOWS, &b, &e) < 0)
			fail_msg("%s: %s", cases[i].version, unit_err(&e));
		assert_int_equal(b.branch, cases[i].branch);
		assert_int_equal(b.listed, cases[i].listed);
		assert_string_equal(b.cuda, cases[i].cuda);
	}
}

TEST(driver_numbers_that_have_no_branch)
{
	static const char *const cases[] = { "N/A", "ERR!", "", "304.137", "550x", "-5", "540.4.0",
		"540.3.0", "580.00", "595.78" };
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct driver_branch b;
	struct err e;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		assert_int_equal(driver_branch(m, &a, span_of(cases[i]), DRIVER_LINUX, &b, &e),
			ERR_NONE);
	assert_int_equal(driver_branch(m, &a, SPAN("595.78"), DRIVER_WINDOWS, &b, &e), 0);
}

TEST(driver_of_a_jetson_is_known_as_such)
{
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct driver_l4t l;
	struct err e;

	assert_int_equal(driver_l4t(m, &a, SPAN("540.4.0"), &l, &e), 0);
	assert_string_equal(l.jetpack, "6");
	assert_int_equal(driver_l4t(m, &a, SPAN("580.00"), &l, &e), 0);
	assert_string_equal(l.cuda, "13.0");
	assert_int_equal(driver_l4t(m, &a, SPAN("595.78"), &l, &e), 0);
	assert_string_equal(l.jetpack, "7.2");
	assert_int_equal(driver_l4t(m, &a, SPAN("580.65.06"), &l, &e), ERR_NONE);
	assert_int_equal(driver_l4t(m, &a, SPAN("595.58.03"), &l, &e), ERR_NONE);
}

TEST(driver_short_versions_stand_for_the_newest)
{
	static const struct { const char *text, *linux_version, *windows_version; } cases[] = {
		{ "535", "535.309.01", NULL },    { "450.80", "450.80.02", NULL },
		{ "450.80.02", "450.80.02", NULL }, { "580", "580.178.04", NULL },
		{ "440", "440.100", NULL },       { "418", "418.226.00", "418.96" },
		{ "537", NULL, "537.58" },        { "450.8", NULL, NULL },
		{ "470", "470.256.02", NULL },    { "999", NULL, NULL },
		{ "", NULL, NULL },               { "536", NULL, "536.99" },
	};
	ARENA_AUTO a = { 0 };
	MATRIX_AUTO m = world_matrix(&a);
	struct err e;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int os = DRIVER_LINUX; os <= DRIVER_WINDOWS; os++) {
			const char *want = os ? cases[i].windows_version : cases[i].linux_version;
			const char *have = NULL;
			int r = driver_newest(m, &a, span_of(cases[i].text), (enum driver_os)os,
				&have, NULL, &e);

			assert_int_equal(r, want ? 0 : ERR_NONE);
			if (want)
				assert_string_equal(have, want);
		}
}

TEST(driver_minimum_without_a_dot_is_any_of_that_number)
{
	assert_true(driver_at_least("580.88", "580"));
	assert_false(driver_at_least("577.10", "580"));
	assert_true(driver_at_least("450.80.02", "450.80.02"));
	assert_false(driver_at_least("450.51.06", "450.80.02"));
	assert_true(driver_at_least("450.248.02", "450.80.02"));
	assert_false(driver_at_least("527.41", "528.33"));
}
