#include "unit/unit.h"

#include "base/buf.h"
#include "fact/nodeset.h"
#include "unit/world.h"

static void expect(const char *folded, bool well, const char *names)
{
	ARENA_AUTO a = { 0 };
	BUF_AUTO got = BUF(4096);
	struct strings s;

	assert_int_equal(nodeset_expand(&a, span_of(folded), 100, &s), well);
	for (size_t i = 0; i < s.n; i++)
		buf_printf(&got, "%s%s", i ? " " : "", s.v[i]);
	assert_string_equal(buf_cstr(&got), names);
}

TEST(nodeset_folded_names_are_told_apart)
{
	expect("gpu1", true, "gpu1");
	expect("gpu[03-05,7],ws1", true, "gpu03 gpu04 gpu05 gpu7 ws1");
	expect("gpu[9-11] (3)", true, "gpu9 gpu10 gpu11");
	expect("r[1-2]n[08-09]-ib", true, "r1n08-ib r1n09-ib r2n08-ib r2n09-ib");
	expect("a,b, c", true, "a b c");
}

TEST(nodeset_what_is_not_folded_well_stays_as_it_is)
{
	expect("gpu[", false, "gpu[");
	expect("gpu[]", false, "gpu[]");
	expect("gpu]1[", false, "gpu]1[");
	expect("gpu[5-3]", false, "gpu[5-3]");
	expect("gpu[1-x]", false, "gpu[1-x]");
	expect("gpu[1-99999999999999999999]", false, "gpu[1-99999999999999999999]");
	expect("", false, "");
}

TEST(nodeset_no_more_than_are_wanted)
{
	static const char *const many[] = { "n[1-101]", "n[1-999999999]", "r[1-50]n[1-50],x" };

	for (size_t i = 0; i < sizeof many / sizeof *many; i++) {
		ARENA_AUTO a = { 0 };
		struct strings s;

		assert_true(nodeset_expand(&a, span_of(many[i]), 100, &s));
		assert_int_equal(s.n, 100);
		assert_string_equal(s.v[99], i == 2 ? "r2n50" : "n100");
	}
}

static void expect_fold(const char *names, size_t most, const char *folded)
{
	ARENA_AUTO a = { 0 };
	struct strings list = { 0 };
	struct span rest = span_of(names), word;

	while (span_word(&rest, &word))
		strings_add(&a, &list, arena_span(&a, word));
	assert_string_equal(nodeset_fold(&a, &list, most), folded);
}

TEST(nodeset_names_are_folded)
{
	expect_fold("", 0, "");
	expect_fold("gpu1", 0, "gpu1");
	expect_fold("gpu03 gpu05 gpu04 gpu7 ws1", 0, "gpu[03-05,7],ws1");
	expect_fold("n9 n10 n8", 0, "n[8-10]");
	expect_fold("n09 n10 n08 n100", 0, "n[08-10,100]");
	expect_fold("a1.lan a2.lan a3", 0, "a3,a[1-2].lan");
	expect_fold("ip-10-0-3-17 ip-10-0-3-18 ip-10-0-4-1", 0, "ip-10-0-3-[17-18],ip-10-0-4-1");
	expect_fold("login login b", 0, "b,login");
	expect_fold("a1 a3 a5 a7 a9", 2, "a[1,3] and 3 more");
	expect_fold("a[1] a1", 0, "a1,a[1]");
}

/* What is folded unfolds to the same names. */
TEST(nodeset_folding_loses_no_name)
{
	unsigned seed = 5;

	for (int i = 0; i < 500; i++) {
		ARENA_AUTO a = { 0 };
		struct strings names = { 0 }, again;

		for (unsigned k = world_random(&seed) % 20 + 1; k; k--)
			strings_printf(&a, &names, "%s%0*u%s",
				       world_random(&seed) % 2 ? "gpu" : "r1n",
				       (int)(world_random(&seed) % 3), world_random(&seed) % 15,
				       world_random(&seed) % 3 ? "" : "-ib");
		assert_true(nodeset_expand(&a, span_of(nodeset_fold(&a, &names, 0)), 100, &again));
		for (size_t k = 0; k < names.n; k++)
			assert_true(strings_has(&again, names.v[k]));
		for (size_t k = 0; k < again.n; k++)
			assert_true(strings_has(&names, again.v[k]));
	}
}
