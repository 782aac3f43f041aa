#include "unit/unit.h"

#include "door/pcre2.h"

static bool matches(const char *pattern, const char *text)
{
	ARENA_AUTO a = { 0 };
	struct regex r;
	struct err e;

	if (pcre2_regex(&a, span_of(pattern), &r, &e))
		fail_msg("%s", unit_err(&e));
	return regex_match(&r, span_of(text));
}

static bool refused(const char *pattern)
{
	ARENA_AUTO a = { 0 };
	struct regex r;
	struct err e = { 0 };

	return pcre2_regex(&a, span_of(pattern), &r, &e) == ERR_INPUT && unit_err(&e)[0];
}

TEST(regular_expressions)
{
	assert_true(matches("^1\\.7\\.[0-9]+$", "1.7.10"));
	assert_false(matches("^1\\.7\\.[0-9]+$", "1.7.1a"));
	assert_true(matches("^(a|bc|)d{2,3}$", "bcddd"));
	assert_true(matches("^(a|bc|)d{2,3}$", "dd"));
	assert_false(matches("^(a|bc|)d{2,3}$", "adddd"));
	assert_true(matches("^[^1].*$", "2"));
	assert_true(matches("^x*y?z+$", "xxxzz"));
	assert_true(matches("^(?=.*_3)(?!.*blue)red_.*$", "red_habc_3"));
	assert_false(matches("^(?=.*_3)(?!.*blue)red_.*$", "red_blue_3"));
	assert_true(matches("^\\w+\\d{0}$", "PY27"));
	assert_true(matches("^(ab){2,}$", "ababab"));
	assert_false(matches("^(ab){2,}$", "ab"));
}

TEST(regular_expressions_that_are_refused)
{
	assert_true(refused("^(aaaa$"));
	assert_true(refused("^[a$"));
	assert_true(refused("a)"));
	assert_true(refused("*a"));
	assert_true(refused("a{3,2}"));
	assert_true(refused("((((a{60}){60}){60}){60})"));
	assert_true(refused("\\1"));
}

TEST(regular_expressions_take_bounded_time)
{
	assert_false(matches("^(a*)*(a*)*(a*)*b$",
			     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
	assert_false(matches("^(?=(?=(?=a*a*a*)a*)a*)*b$",
			     "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
}
