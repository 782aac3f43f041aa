#include "unit/unit.h"

#include "base/dotted.h"

TEST(dotted_versions_compare_by_number)
{
	assert_int_equal(dotted_cmp(SPAN("450.80.02"), SPAN("450.80.2")), 0);
	assert_true(dotted_cmp(SPAN("450.80.02"), SPAN("450.80.10")) < 0);
	assert_true(dotted_cmp(SPAN("535"), SPAN("535.0.0")) == 0);
	assert_true(dotted_cmp(SPAN("99.9"), SPAN("100")) < 0);
	assert_true(dotted_cmp(SPAN("1.0"), SPAN("1.a")) < 0);
}
