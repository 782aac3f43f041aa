#include "unit/unit.h"

#include "fact/conda_spec.h"
#include "read/conda_spec.h"
#include "unit/tsv.h"

static bool order_holds(int c, struct span op)
{
	return span_is(op, "<") ? c < 0 : span_is(op, "==") ? c == 0 : c != 0;
}

static bool starts(struct span s, struct span prefix)
{
	struct conda_version v, p;

	assert_true(conda_version_parse(s, &v));
	assert_true(conda_version_parse(prefix, &p));
	return conda_version_starts(&v, &p);
}

static bool case_holds(struct tsv *t)
{
	struct conda_version v;

	if (span_is(t->f[0], "bad"))
		return !conda_version_parse(t->f[1], &v);
	if (span_is(t->f[0], "parts"))
		return conda_version_parse(t->f[1], &v);
	if (span_is(t->f[0], "order"))
		return order_holds(conda_version_cmp_text(t->f[1], t->f[3]), t->f[2]) &&
		       order_holds(-conda_version_cmp_text(t->f[3], t->f[1]), t->f[2]);
	if (span_is(t->f[0], "starts"))
		return starts(t->f[1], t->f[2]) == span_is(t->f[3], "true");
	return true;
}

TEST(conda_versions_of_the_reference)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, "conformance/conda_version.tsv");

	while (tsv_next(&t))
		if (!case_holds(&t))
			fail_msg("line %zu: '" SPAN_FMT "' '" SPAN_FMT "'", t.line,
				 SPAN_ARG(t.f[1]), SPAN_ARG(t.f[2]));
}

static void check_sorted(struct span *v, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(conda_version_cmp_text(v[i], v[i]), 0);
		for (size_t k = i + 1; k < n; k++)
			if (conda_version_cmp_text(v[i], v[k]) > 0 ||
			    conda_version_cmp_text(v[k], v[i]) < 0)
				fail_msg("'" SPAN_FMT "' and '" SPAN_FMT "'", SPAN_ARG(v[i]),
					 SPAN_ARG(v[k]));
	}
}

TEST(conda_order_is_total_over_sorted_lists)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, "conformance/conda_version.tsv");
	size_t lists = 0;

	while (tsv_next(&t)) {
		ARRAY(struct span) list = { 0 };
		struct span s;

		while (span_is(t.f[0], "sorted") && span_next(&t.f[1], '|', &s))
			ARRAY_ADD(&a, list) = s;
		check_sorted(list.v, list.n);
		lists += list.n > 0;
	}
	assert_true(lists >= 2);
}

TEST(conda_order_is_not_that_of_python)
{
	static const char *const ascending[] = {
		"2.1.0a0", "2.1.0.dev20230302", "2.1.0", "2.5.1+cpu", "2.5.1+cu118",
		"2.5.1+cu124", "2.5.1", "2.5.1.post1", "2.5.2", "2.5post1",
	};

	for (size_t i = 1; i < sizeof ascending / sizeof *ascending; i++)
		assert_true(conda_version_cmp_text(span_of(ascending[i - 1]),
						   span_of(ascending[i])) < 0);
	assert_int_equal(conda_version_cmp_text(SPAN("12.4"), SPAN("12.4.0.0")), 0);
	assert_true(conda_version_cmp_text(SPAN("99999999999999999999"),
					   SPAN("100000000000000000000")) < 0);
}

static bool spec_holds(struct arena *a, struct tsv *t)
{
	struct conda_spec spec, again;
	struct err e;
	bool match = span_is(t->f[0], "match"), canon = span_is(t->f[0], "canon");

	if (span_is(t->f[0], "badspec"))
		return conda_spec_parse(a, t->f[1], &spec, &e) == ERR_INPUT;
	if (!match && !canon)
		return true;
	if (conda_spec_parse(a, match ? t->f[2] : t->f[1], &spec, &e) ||
	    conda_spec_parse(a, span_of(conda_spec_text(a, &spec)), &again, &e))
		return false;
	if (canon)
		return span_is(t->f[2], conda_spec_text(a, &spec));
	return conda_spec_has(&spec, t->f[1]) == span_is(t->f[3], "true") &&
	       conda_spec_has(&again, t->f[1]) == span_is(t->f[3], "true");
}

TEST(conda_version_specs_of_the_reference)
{
	ARENA_AUTO a = { 0 };
	struct tsv t = tsv_open(&a, "conformance/conda_version.tsv");

	while (tsv_next(&t))
		if (!spec_holds(&a, &t))
			fail_msg("line %zu: '" SPAN_FMT "' '" SPAN_FMT "'", t.line,
				 SPAN_ARG(t.f[1]), SPAN_ARG(t.f[2]));
}
