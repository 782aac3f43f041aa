#include "unit/unit.h"

#include <string.h>

#include "fact/text_format.h"

TEST(text_formats_name_each_once)
{
	ARENA_AUTO a = { 0 };
	struct text_formats one = { 0 }, two = { 0 };

	assert_null(text_formats_text(&a, &one));
	text_formats_add(&one, TEXT_UNKNOWN);
	assert_null(text_formats_text(&a, &one));
	text_formats_add(&one, TEXT_PIP_LIST);
	assert_true(text_formats_only(&one, TEXT_PIP_LIST));
	text_formats_add(&two, TEXT_PIP_LEGACY);
	text_formats_add(&two, TEXT_TOML);
	text_formats_join(&one, &two);
	text_formats_join(&one, &two);
	assert_int_equal(one.n, 3);
	assert_false(text_formats_only(&one, TEXT_PIP_LIST));
	assert_string_equal(text_formats_text(&a, &one), "pip list, TOML");
}

TEST(text_formats_all_have_a_name)
{
	assert_null(text_format_name(TEXT_UNKNOWN));
	for (int f = TEXT_UNKNOWN + 1; f < TEXT_FORMATS; f++)
		assert_true(strlen(text_format_name((enum text_format)f)) > 2);
}
