#include "unit/unit.h"

#include "base/json.h"
#include "base/opt.h"
#include "cmd/options.h"
#include "fact/build.h"
#include "fact/finding.h"
#include "fact/package.h"
#include "fact/python.h"
#include "fact/sm.h"

#include <string.h>

TEST(sm_takes_every_spelling)
{
	static const char *const same[] = { "86", "8.6", "sm_86", "compute_86", " sm86 " };
	struct sm sm;

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		assert_true(sm_parse(span_of(same[i]), &sm));
		assert_int_equal(sm.major, 8);
		assert_int_equal(sm.minor, 6);
		assert_int_equal(sm.suffix, 0);
	}
	assert_true(sm_parse(SPAN("120a"), &sm));
	assert_int_equal(sm.major, 12);
	assert_int_equal(sm.suffix, 'a');
	assert_false(sm_parse(SPAN("8"), &sm));
	assert_false(sm_parse(SPAN("86x"), &sm));
	assert_false(sm_parse(SPAN("sm_"), &sm));
	assert_false(sm_parse(SPAN("8.16"), &sm));
}

TEST(sm_list_is_sorted_and_has_no_doubles)
{
	struct sm_list list;
	char text[SM_TEXT];

	assert_true(sm_list_parse(SPAN("90a 50;60,50 120"), &list));
	assert_int_equal(list.n, 4);
	assert_string_equal(sm_text(list.v[0], text), "50");
	assert_string_equal(sm_text(list.v[2], text), "90a");
	assert_string_equal(sm_dotted(list.v[3], text), "12.0");
	assert_false(sm_list_parse(SPAN("50 bad"), &list));
}

TEST(python_sets_keep_free_threaded_apart)
{
	ARENA_AUTO a = { 0 };
	struct python_set set;
	struct python p;

	assert_true(python_set_parse(SPAN("3.9 3.13t 2.7 cp310 3.13"), &set));
	assert_string_equal(python_set_text(&a, set), "2.7 3.9 3.10 3.13 3.13t");
	assert_true(python_parse(SPAN("3.11.7"), &p));
	assert_false(python_set_has(set, p));
	assert_int_equal(python_newest(set).minor, 13);
	assert_false(python_parse(SPAN("3.x"), &p));
}

TEST(cuda_version_last_digit_is_the_minor)
{
	struct cuda_version v;

	assert_true(cuda_version_parse(SPAN("cu126"), &v));
	assert_int_equal(v.major, 12);
	assert_int_equal(v.minor, 6);
	assert_true(cuda_version_parse(SPAN("cu92"), &v));
	assert_int_equal(v.major, 9);
	assert_true(cuda_version_parse(SPAN("12.4.131"), &v));
	assert_int_equal(v.minor, 4);
	assert_false(cuda_version_parse(SPAN("N/A"), &v));
}

TEST(findings_ascend_and_parse)
{
	size_t n;
	const struct finding_info *all = finding_all(&n);
	char name[8];

	for (size_t i = 0; i < n; i++) {
		if (i)
			assert_true(all[i - 1].code < all[i].code);
		assert_int_equal(finding_parse(span_of(finding_name(all[i].code, name))),
				 all[i].code);
	}
	assert_int_equal(finding_parse(SPAN("cp101")), CP101);
	assert_int_equal(finding_parse(SPAN("CP999")), FINDING_NONE);
}

TEST(options_are_sorted)
{
	for (size_t i = 1; i < option_table.n; i++)
		assert_true(strcmp(option_table.v[i - 1].name, option_table.v[i].name) < 0);
}

static int parse(const char *const *words, size_t n, struct options *o, struct strings *args,
		 struct arena *a, struct err *e)
{
	char *argv[16] = { NULL };

	for (size_t i = 0; i < n; i++)
		argv[i] = arena_str(a, words[i]);
	return opt_parse(&option_table, IN_SUGGEST, a, (int)n, argv, o, args, e);
}

TEST(options_are_read_in_any_order)
{
	static const char *const words[] = { "suggest", "torch==2.1.*", "--gpu=A100", "-qvv",
					     "--gpu", "T4", "--", "--json" };
	ARENA_AUTO a = { 0 };
	struct options o = { 0 };
	struct strings args = { 0 };
	struct err e;

	assert_int_equal(parse(words, 8, &o, &args, &a, &e), 0);
	assert_int_equal(o.gpu.n, 2);
	assert_string_equal(o.gpu.v[1], "T4");
	assert_true(o.quiet);
	assert_int_equal(o.verbose, 2);
	assert_false(o.json);
	assert_int_equal(args.n, 2);
	assert_string_equal(args.v[1], "--json");
}

TEST(options_name_the_nearest)
{
	static const char *const words[] = { "suggest", "--pyton", "3.9" };
	ARENA_AUTO a = { 0 };
	struct options o = { 0 };
	struct strings args = { 0 };
	struct err e;

	assert_int_equal(parse(words, 3, &o, &args, &a, &e), ERR_USAGE);
	assert_string_equal(unit_err(&e), "unknown option --pyton, did you mean --python?");
}

TEST(json_escapes_and_replaces)
{
	char *text = NULL;
	size_t n = 0;
	FILE *f = open_memstream(&text, &n);
	struct json j = JSON(f);

	json_open(&j);
	json_str_key(&j, "a\"b", "tab\there \xff \xe4\xbd\xa0");
	json_null_key(&j, "none");
	json_list_key(&j, "list");
	json_int(&j, -5);
	json_bool(&j, true);
	json_end(&j);
	json_close(&j);
	fclose(f);
	assert_string_equal(text, "{\"a\\\"b\":\"tab\\there \\ufffd \xe4\xbd\xa0\","
				  "\"none\":null,\"list\":[-5,true]}");
	free(text);
}

/* Only the version of what lies beside, in the same folder and of the same number. */
TEST(package_takes_versions_from_libraries_of_the_same_build)
{
	struct library v[] = {
		{ .path = "a/libcublas.so.12", .product = PRODUCT_CUBLAS },
		{ .path = "a/libcublasLt.so.12", .product = PRODUCT_CUBLASLT, .version = "12.8.4" },
		{ .path = "a/libcusolver.so.11", .product = PRODUCT_CUSOLVER, .version = "11.7.3" },
		{ .path = "a/libcusolverMg.so.11", .product = PRODUCT_CUSOLVER },
		{ .path = "a/libcusolverMg.so.10", .product = PRODUCT_CUSOLVER },
		{ .path = "b/libcusolverMg.so.11", .product = PRODUCT_CUSOLVER },
	};
	static const char *const want[] = { "12.8.4", "12.8.4", "11.7.3", "11.7.3", NULL, NULL };
	enum { N = sizeof v / sizeof *v };
	struct package p = { .libraries = { v, N, N } };
	ARENA_AUTO a = { 0 };

	package_sum(&a, &p);
	for (int i = 0; i < N; i++)
		assert_string_equal(v[i].version ? v[i].version : "-", want[i] ? want[i] : "-");
}
