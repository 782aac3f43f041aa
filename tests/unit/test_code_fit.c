#include "base/opt.h"
#include "plan/code_fit.h"
#include "unit/world.h"

/* The rules over all pairs of target and GPU, said once more in another way. */
static const char *const gpus = "30 35 37 50 52 53 60 61 62 70 72 75 80 86 87 89 90 100 101 103 "
				"107 110 120 121";

static const struct {
	const char *code, *runs_on;
} cubins[] = {
	{ "35", "35 37" },
	{ "37", "37" },
	{ "50", "50 52" },
	{ "52", "52" },
	{ "53", "53" },
	{ "60", "60 61" },
	{ "61", "61" },
	{ "62", "62" },
	{ "70", "70 75" },
	{ "72", "72" },
	{ "75", "75" },
	{ "80", "80 86 89" },
	{ "86", "86 89" },
	{ "87", "87" },
	{ "89", "89" },
	{ "90", "90" },
	{ "90a", "90" },
	{ "100", "100 103 107" },
	{ "100a", "100" },
	{ "100f", "100 103 107" },
	{ "101", "101" },
	{ "103", "103 107" },
	{ "103f", "103 107" },
	{ "103a", "103" },
	{ "110", "110" },
	{ "110f", "110" },
	{ "120", "120 121" },
	{ "120a", "120" },
	{ "120f", "120 121" },
	{ "121f", "121" },
}, ptx[] = {
	{ "37", "37 50 52 53 60 61 62 70 72 75 80 86 87 89 90 100 101 103 107 110 120 121" },
	{ "75", "75 80 86 87 89 90 100 101 103 107 110 120 121" },
	{ "90", "90 100 101 103 107 110 120 121" },
	{ "90a", "90" },
	{ "100f", "100 103 107" },
	{ "120", "120 121" },
};

static struct sm sm_of(struct span s)
{
	struct sm sm;

	assert_true(sm_parse(s, &sm));
	return sm;
}

static void check(const struct catalogue *c, const char *code, const char *runs_on, bool is_ptx)
{
	struct span rest = span_of(gpus), word;
	struct sm_list list;

	assert_true(sm_list_parse(span_of(runs_on), &list));
	while (span_word(&rest, &word)) {
		struct sm gpu = sm_of(word), target = sm_of(span_of(code));
		bool runs = is_ptx ? code_ptx_runs(c, target, gpu) :
				     code_cubin_runs(c, target, gpu);

		if (runs != sm_list_has(&list, gpu))
			fail_msg("%s %s on " SPAN_FMT ": %d", is_ptx ? "PTX" : "cubin", code,
				 SPAN_ARG(word), runs);
	}
}

TEST(code_over_all_pairs)
{
	struct world w;

	world_open(&w, TEST_MATRIX);
	for (size_t i = 0; i < sizeof cubins / sizeof *cubins; i++)
		check(&w.c, cubins[i].code, cubins[i].runs_on, false);
	for (size_t i = 0; i < sizeof ptx / sizeof *ptx; i++)
		check(&w.c, ptx[i].code, ptx[i].runs_on, true);
	world_close(&w);
}

static struct fit fit(const struct catalogue *c, const char *sass, const char *ptx_list,
	struct cuda_version cuda, bool aarch64, const char *gpu)
{
	struct sm_list s, p;
	struct code code = { &s, &p, cuda, aarch64 };

	assert_true(sm_list_parse(span_of(sass), &s));
	assert_true(sm_list_parse(span_of(ptx_list), &p));
	return code_fit(c, &code, sm_of(span_of(gpu)));
}

TEST(code_takes_the_highest_that_runs)
{
	struct world w;
	const struct cuda_version cu126 = { 12, 6 }, cu132 = { 13, 2 };
	struct fit f;

	world_open(&w, TEST_MATRIX);
	f = fit(&w.c, "50 60 70 75 80 86 90", "50 90", cu126, false, "89");
	assert_int_equal(f.cubin.minor, 6);
	assert_int_equal(f.ptx.major, 5);
	f = fit(&w.c, "80 90 100 110 120", "", cu126, true, "87");
	assert_int_equal(f.cubin.major, 0);
	assert_int_equal(f.desktop.major, 8);
	f = fit(&w.c, "80 90 100 110 120", "", cu132, true, "87");
	assert_true(f.untried);
	f = fit(&w.c, "80 90 100 110 120", "", cu132, false, "87");
	assert_false(f.cubin.major);
	world_close(&w);
}
