#include "unit/unit.h"

#include "know/spelling.h"

TEST(spelling_key_keeps_letters_and_digits)
{
	ARENA_AUTO a = { 0 };

	assert_span_is(spelling_key(&a, SPAN("NVIDIA A100-PCIE-40GB")), "nvidiaa100pcie40gb");
	assert_span_is(spelling_key(&a, SPAN("TITAN X (Pascal)")), "titanxpascal");
	assert_span_is(spelling_key(&a, SPAN("\xc3\xa9 - ")), "");
}

TEST(spelling_plain_drops_what_is_no_name)
{
	ARENA_AUTO a = { 0 };

	assert_span_is(spelling_plain(&a, SPAN("  Tesla T4 ")), "Tesla T4");
	assert_span_is(spelling_plain(&a, SPAN("NVIDIA H100 MIG 1g.10gb")), "NVIDIA H100");
	assert_span_is(spelling_plain(&a, SPAN("Tesla T4/PCIe/SSE2")), "Tesla T4");
	assert_span_is(spelling_plain(&a, SPAN("GTX 165\xe2\x80\xa6")), "GTX 165...");
}

TEST(spelling_drops_one_addition_at_a_time)
{
	struct span s = SPAN("RTX 4090 Laptop GPU 16 GB");

	assert_true(spelling_drop_addition(&s));
	assert_span_is(s, "RTX 4090 Laptop GPU");
	assert_true(spelling_drop_addition(&s));
	assert_span_is(s, "RTX 4090 Laptop");
	assert_true(spelling_drop_addition(&s));
	assert_span_is(s, "RTX 4090");
	assert_false(spelling_drop_addition(&s));
	s = SPAN("12GB");
	assert_false(spelling_drop_addition(&s));
	s = SPAN("GPU");
	assert_false(spelling_drop_addition(&s));
}

TEST(spelling_distance_counts_slips)
{
	assert_int_equal(spelling_distance(SPAN("rtx3090"), SPAN("rtx3090"), 3), 0);
	assert_int_equal(spelling_distance(SPAN("rtx3900"), SPAN("rtx3090"), 3), 1);
	assert_int_equal(spelling_distance(SPAN("rtx309"), SPAN("rtx3090"), 3), 1);
	assert_int_equal(spelling_distance(SPAN("rtx4080"), SPAN("rtx3090"), 3), 2);
	assert_int_equal(spelling_distance(SPAN(""), SPAN("ab"), 3), 2);
	assert_int_equal(spelling_distance(SPAN("abcdef"), SPAN("uvwxyz"), 3), 4);
	assert_int_equal(spelling_distance(SPAN("a"), SPAN("abcdefgh"), 3), 4);
}
