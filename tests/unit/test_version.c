#include "unit/unit.h"

#include "base/version.h"

TEST(dotted_versions_compare_by_number)
{
	assert_int_equal(version_dotted_cmp(SPAN("450.80.02"), SPAN("450.80.2")), 0);
	assert_true(version_dotted_cmp(SPAN("450.80.02"), SPAN("450.80.10")) < 0);
	assert_true(version_dotted_cmp(SPAN("535"), SPAN("535.0.0")) == 0);
	assert_true(version_dotted_cmp(SPAN("99.9"), SPAN("100")) < 0);
	assert_true(version_dotted_cmp(SPAN("1.0"), SPAN("1.a")) < 0);
}
