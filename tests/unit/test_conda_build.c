#include "unit/unit.h"

#include "fact/conda_build.h"
#include "unit/tsv.h"

static bool same(struct span want, const char *have)
{
	return span_is(want, have ? have : "");
}

static bool row_holds(struct arena *a, struct tsv *t)
{
	struct conda_build b;
	struct err e;

	if (conda_build_parse(a, t->f[0], &b, &e)) {
		print_message("%s\n", unit_err(&e));
		return false;
	}
	return same(t->f[1], b.python) && same(t->f[2], b.cuda) && same(t->f[3], b.cudnn) &&
	       same(t->f[4], conda_kind_name(b.kind)) && same(t->f[6], b.hash) &&
	       same(t->f[7], b.number < 0 ? NULL : arena_printf(a, "%d", b.number));
}

TEST(conda_build_strings_of_every_era)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, "conda_builds.tsv");
	size_t rows = 0, wrong = 0;

	for (; tsv_next(&t); rows++) {
		if (row_holds(&a, &t))
			continue;
		print_message("line %zu: " SPAN_FMT "\n", t.line, SPAN_ARG(t.f[0]));
		wrong++;
	}
	assert_true(rows > 700);
	assert_int_equal(wrong, 0);
}

static bool parses(const char *text, struct conda_build *b)
{
	ARENA_AUTO a = { 0 };
	struct err e;

	return conda_build_parse(&a, span_of(text), b, &e) == 0;
}

TEST(conda_build_strings_at_the_edges)
{
	struct conda_build b;

	assert_true(parses("py27cuda7.5cudnn5.1_1", &b));
	assert_int_equal(b.kind, CONDA_KIND_CUDA);
	assert_true(parses("py35_nomkl_0", &b));
	assert_true(parses("gpu_cuda128_py312*", &b));
	assert_true(parses("gpu_mps_py310h1234567_0", &b));
	assert_int_equal(b.kind, CONDA_KIND_MPS);
	assert_true(parses("cuda130_generic_py312_h18d3ae0_203", &b));
	assert_int_equal(b.number, 203);
	assert_false(parses("", &b));
	assert_false(parses("_0", &b));
	assert_false(parses("cuda126_cpu_py312_0", &b));
	assert_false(parses("py3.12_cuda12.4_cudnn", &b));
	assert_false(parses("release_1", &b));
	assert_false(parses("py312_99999999999999999999", &b));
}
