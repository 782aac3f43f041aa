/* Texts in another language, and how lines of it are wrapped. */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/tr.h"
#include "base/text.h"

static void assert_wrapped(const char *text, size_t column, size_t indent, size_t width,
			   const char *lines)
{
	char *said = NULL;
	size_t n;
	FILE *f = open_memstream(&said, &n);

	assert_non_null(f);
	text_wrap(f, span_of(text), column, indent, width);
	assert_int_equal(fclose(f), 0);
	assert_string_equal(said, lines);
	free(said);
}

TEST(tr_no_catalogue_changes_nothing)
{
	assert_true(tr_use("en_US.UTF-8"));
	assert_string_equal(tr("no driver is installed"), "no driver is installed");
	assert_false(tr_use("xx"));
	assert_false(tr_use(""));
	assert_true(tr_use("C"));
	assert_string_equal(tr(""), "");
	assert_string_equal(tr("no such text"), "no such text");
}

TEST(text_wide_characters_are_parted_and_count_two)
{
	assert_wrapped("驱动太旧", 0, 0, 4, "驱动\n太旧");
	assert_wrapped("驱动太旧", 0, 2, 5, "驱动\n  太\n  旧");
	assert_wrapped("驱动太旧", 0, 0, 0, "驱动太旧");
	assert_wrapped("驱动 535.54.03 太旧", 0, 0, 10, "驱动\n535.54.03\n太旧");
}

TEST(text_marks_begin_and_end_no_line)
{
	/* not before a mark, not behind what opens */
	assert_wrapped("驱动太旧，请更新。", 0, 0, 8, "驱动太\n旧，请更\n新。");
	assert_wrapped("见（表）", 0, 0, 4, "见\n（表）");
	/* words in Latin letters stay whole, and keep their marks */
	assert_wrapped("装cudaplan即可,好", 0, 0, 10, "装cudaplan\n即可,好");
}
